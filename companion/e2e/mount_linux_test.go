package e2e

import "syscall"

// mountSmall mounts a disk of 80 MiB in memory.
func mountSmall(dir string) error { return syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=80m") }

func unmount(dir string) error { return syscall.Unmount(dir, syscall.MNT_DETACH) }
