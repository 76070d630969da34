// Counts the tokens (o200k_base) of each file named on the command line.
import { readFileSync } from 'node:fs';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

for (const file of process.argv.slice(2)) console.log(encode(readFileSync(file, 'utf8')).length);
