#!/usr/bin/env node
// Starts the program of this platform, which is in a separate package, with the
// same arguments, streams, signals and exit status.
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const platform = `${process.platform}-${process.arch}`;
const program = process.platform === "win32" ? "cairn.exe" : "cairn";

function find() {
  try {
    return require.resolve(`cairn-mcp-${platform}/${program}`);
  } catch {
    process.stderr.write(
      `cairn: the package cairn-mcp-${platform} is not installed\n` +
        "hint: install cairn-mcp again without --omit=optional; there are builds for Linux, macOS and Windows on x64 and arm64\n",
    );
    return process.exit(1);
  }
}

const child = spawn(find(), process.argv.slice(2), { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (err) => {
  process.stderr.write(`cairn: ${err.message}\n`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1)));
