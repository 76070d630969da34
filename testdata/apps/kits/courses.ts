import 'zone.js';
import '@angular/compiler';
import { Component, inject } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { FormsModule } from '@angular/forms';
import { CdkDrag, CdkDragDrop, CdkDropList, CdkDropListGroup } from '@angular/cdk/drag-drop';
import { MatButtonModule } from '@angular/material/button';
import { MatCheckboxModule } from '@angular/material/checkbox';
import { MatNativeDateModule } from '@angular/material/core';
import { MatDatepickerModule } from '@angular/material/datepicker';
import { MAT_DIALOG_DATA, MatDialog, MatDialogModule, MatDialogRef } from '@angular/material/dialog';
import { MatFormFieldModule } from '@angular/material/form-field';
import { MatInputModule } from '@angular/material/input';
import { MatMenuModule } from '@angular/material/menu';
import { MatSelectModule } from '@angular/material/select';
import { MatSlideToggleModule } from '@angular/material/slide-toggle';
import { MatSnackBar, MatSnackBarModule } from '@angular/material/snack-bar';
import { MatStepperModule } from '@angular/material/stepper';
import { MatTableModule } from '@angular/material/table';
import { MatTabsModule } from '@angular/material/tabs';

const load = () => JSON.parse(localStorage.getItem('rows') ?? '[]');
const iso = (d: Date) => `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, '0')}-${String(d.getDate()).padStart(2, '0')}`;

@Component({
  selector: 'app-wizard',
  imports: [FormsModule, MatButtonModule, MatCheckboxModule, MatDatepickerModule, MatDialogModule, MatFormFieldModule, MatInputModule, MatNativeDateModule, MatSelectModule, MatStepperModule],
  template: `<h2 mat-dialog-title>New course</h2><mat-dialog-content><mat-stepper>
    <mat-step label="Subject"><mat-form-field><mat-label>Title</mat-label><input matInput [(ngModel)]="course.title"></mat-form-field>
      <mat-form-field><mat-label>Level</mat-label><mat-select [(ngModel)]="course.level">@for (l of levels; track l) {<mat-option [value]="l">{{ l }}</mat-option>}</mat-select></mat-form-field><div><button mat-button matStepperNext>Next</button></div></mat-step>
    <mat-step label="Date"><mat-form-field><mat-label>First day</mat-label><input matInput [matDatepicker]="picker" [(ngModel)]="day"><mat-datepicker-toggle matIconSuffix [for]="picker"></mat-datepicker-toggle><mat-datepicker #picker></mat-datepicker></mat-form-field>
      <div><button mat-button matStepperPrevious>Back</button><button mat-button matStepperNext>Next</button></div></mat-step>
    <mat-step label="Confirm"><p>{{ course.title }}</p><mat-checkbox [(ngModel)]="course.online">Online</mat-checkbox><div><button mat-button matStepperPrevious>Back</button><button mat-flat-button (click)="finish()">Create course</button></div></mat-step>
  </mat-stepper></mat-dialog-content>`,
})
class Wizard {
  levels = ['Beginner', 'Intermediate', 'Expert'];
  course = { title: '', level: '', online: false };
  day: Date | null = null;
  private self = inject(MatDialogRef);
  finish() { this.self.close({ ...this.course, day: this.day ? iso(this.day) : '' }); }
}

@Component({
  selector: 'app-sure',
  imports: [MatButtonModule, MatDialogModule],
  template: `<h2 mat-dialog-title>Cancel course</h2><mat-dialog-content>{{ data }} and its bookings will go.</mat-dialog-content><mat-dialog-actions><button mat-button [mat-dialog-close]="false">No</button><button mat-button [mat-dialog-close]="true">Yes</button></mat-dialog-actions>`,
})
class Sure { data = inject(MAT_DIALOG_DATA); }

@Component({
  selector: 'app-root',
  imports: [CdkDrag, CdkDropList, CdkDropListGroup, FormsModule, MatButtonModule, MatMenuModule, MatSlideToggleModule, MatSnackBarModule, MatTableModule, MatTabsModule],
  template: `<h1>Evening school</h1><mat-tab-group>
    <mat-tab label="Courses"><p><button mat-raised-button (click)="create()">New course</button></p>
      <table mat-table [dataSource]="rows">
        <ng-container matColumnDef="title"><th mat-header-cell *matHeaderCellDef>Title</th><td mat-cell *matCellDef="let r">{{ r.title }}</td></ng-container>
        <ng-container matColumnDef="level"><th mat-header-cell *matHeaderCellDef>Level</th><td mat-cell *matCellDef="let r">{{ r.level }}</td></ng-container>
        <ng-container matColumnDef="day"><th mat-header-cell *matHeaderCellDef>First day</th><td mat-cell *matCellDef="let r">{{ r.day }}</td></ng-container>
        <ng-container matColumnDef="online"><th mat-header-cell *matHeaderCellDef>Online</th><td mat-cell *matCellDef="let r"><mat-slide-toggle [(ngModel)]="r.online" (change)="keep()"></mat-slide-toggle></td></ng-container>
        <ng-container matColumnDef="more"><th mat-header-cell *matHeaderCellDef></th><td mat-cell *matCellDef="let r"><button mat-icon-button [matMenuTriggerFor]="menu" aria-label="More">⋮</button>
          <mat-menu #menu="matMenu">@for (l of levels; track l) {<button mat-menu-item (click)="r.level = l; keep()">{{ l }}</button>}<button mat-menu-item (click)="drop(r)">Cancel course…</button></mat-menu></td></ng-container>
        <tr mat-header-row *matHeaderRowDef="columns"></tr><tr mat-row *matRowDef="let r; columns: columns"></tr>
      </table></mat-tab>
    <mat-tab label="Board"><div cdkDropListGroup style="display: flex; gap: 16px">@for (stage of stages; track stage) {
      <section style="width: 220px; background: #eee; padding: 8px"><h2>{{ stage }}</h2><div cdkDropList [cdkDropListData]="stage" [id]="'stage-' + stage" (cdkDropListDropped)="moved($event)" style="min-height: 260px">@for (r of of(stage); track r.title) {<div class="card" cdkDrag [cdkDragData]="r" style="background: white; margin: 6px; padding: 10px">{{ r.title }}</div>}</div></section>}</div></mat-tab>
  </mat-tab-group>`,
})
class App {
  levels = ['Beginner', 'Intermediate', 'Expert'];
  stages = ['planned', 'running', 'over'];
  columns = ['title', 'level', 'day', 'online', 'more'];
  rows: any[] = load();
  private dialogs = inject(MatDialog);
  private bar = inject(MatSnackBar);
  of(stage: string) { return this.rows.filter((r) => r.stage === stage); }
  keep() { this.rows = [...this.rows]; localStorage.setItem('rows', JSON.stringify(this.rows)); }
  create() { this.dialogs.open(Wizard).afterClosed().subscribe((c) => { if (!c) return; this.rows.push({ ...c, stage: 'planned' }); this.keep(); this.bar.open('Course created', 'Dismiss', { duration: 4000 }); }); }
  drop(row: any) { this.dialogs.open(Sure, { data: row.title }).afterClosed().subscribe((yes) => { if (!yes) return; this.rows = this.rows.filter((r) => r !== row); this.keep(); }); }
  moved(e: CdkDragDrop<string>) { e.item.data.stage = e.container.data; this.keep(); }
}

bootstrapApplication(App).catch((err) => { document.body.append(String(err?.stack ?? err)); });
