import { fileURLToPath } from 'node:url'
import { readTexts } from './gates/texts.ts'

/** `npm run texts`: every Chinese text of the product in one list, for human review. */
for (const { file, line, text } of readTexts(fileURLToPath(new URL('../', import.meta.url))))
  console.log(`${file}:${line}\t${text}`)
