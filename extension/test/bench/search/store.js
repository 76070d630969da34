// Reads an exported store (testdata/bench/search/export.go lists its parts).

import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The values of a file of JSON lines, one at a time. */
export async function* readLines(file) {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) yield JSON.parse(line);
}

export async function readAll(file) {
  const all = [];
  for await (const value of readLines(file)) all.push(value);
  return all;
}

/** The place of an export, and its small files, which are read at once. */
export async function openStore(dir) {
  return { dir, ...JSON.parse(readFileSync(join(dir, "about.json"), "utf8")), queries: await readAll(join(dir, "queries.jsonl")) };
}
