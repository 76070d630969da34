import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const source = readFileSync(new URL("../content/ids.js", import.meta.url), "utf8");
const { looksGenerated } = runInNewContext(`const Cairn = {}; ${source}; Cairn.ids`);

test("ids that people write are used, also with digits in them", () => {
  for (const id of [
    "oauth2Login", "address1", "address_line_2", "h264Settings", "sha256sum", "step2Next", "ipv4Address", "mp3Player", "utf8Toggle", "base64-decode", "html5Video", "k8sClusters",
    "web3Connect", "s3BucketName", "ec2Launch", "p2pTransfer", "b2bPrices", "md5Hash", "x509Certificate", "iso8601Format", "covid19Info", "q1Report", "top10List", "phone2", "guest1-name",
    "ctl00_ContentPlaceHolder_btnSave", "save", "submit-button", "loginForm", "main-nav", "user_email", "search.query", "toDoList", "iPhoneModel", "wp-admin-bar-my-account",
    "billing_address_1", "wallet-send-continue", "コメント", "größe2", "adresse1Straße", "convertMp4ToMp3", "html", "rhythm", "gdprBanner", "sortByDate", "file2upload",
  ]) assert.equal(looksGenerated(id), false, id);
});

test("ids that programs make up are not", () => {
  for (const [maker, ids] of Object.entries({
    "React useId": [":r1:", ":r1f:", ":R2dqm:", "«r3»", "_r_1a_", "field-:r9:-label"],
    Ember: ["ember123", "ember4", "ember1207-menu"],
    MUI: ["mui-4821", "mui-12", "mui-p-90411-T-1"],
    Radix: ["radix-:r0:", "radix-7", "radix-_r_1_-trigger"],
    "Headless UI and React Aria": ["headlessui-menu-button-3", "react-aria-12345", "react-aria1234567890-4", "react-select-2-input", "downshift-0-label", "rc_select_3"],
    Angular: ["mat-input-3", "mat-mdc-form-field-label-0", "cdk-overlay-2", "ng-12", "mat-option-118", "pn_id_12_content"],
    ExtJS: ["ext-gen1023", "ext-comp-1001", "button-1009", "textfield-1017-inputEl", "ext-element-4"],
    Vue: ["data-v-7ba5bd90", "v-0-1-3", "el-id-5042-12", "__BVID__12", "input-42"],
    GWT: ["gwt-uid-12", "x-auto-17", "isc_1A"],
    Salesforce: ["12:345;a", "input-235", "combobox-button-237", "globalId_5", "103:0", "lgcl-12345"],
    "jQuery UI and others": ["ui-id-7", "yui_3_18_1_1_1600", "dijit_form_Button_2", "j_idt23", "j_idt12:form", "select2-country-x8", "tooltip-318", "uid-2"],
    "CSS in JS": ["sc-bdVaJa", "css-1q2w3e4", "emotion-0a1b2c3d"],
    "hashes and random ones": ["a1b2c3d4", "550e8400-e29b-41d4-a716-446655440000", "9f86d081884c", "x7f3k9q", "field-V1StGXR8Z5jdHi6B", "xkqzvbnt", "id-5f4dcc3b"],
    "positions": ["row-2", "item_3", "tab-1", "tr12", "option7", "list-item-4", "row-7777", "invoice-1042"],
  })) for (const id of ids) assert.equal(looksGenerated(id), true, `${maker}: ${id}`);
});
