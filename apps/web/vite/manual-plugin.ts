import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { readManual } from './manual-reader.ts'

const ID = 'virtual:manual'
const RESOLVED = `\0${ID}`
const MANUAL = fileURLToPath(new URL('../../../docs/manual/', import.meta.url))

/** The chapters of docs/manual as a module, with the pictures as files of the build: the console reads no Markdown. */
export function manualPlugin(): Plugin {
  return {
    name: 'natim:manual',
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined
      const pictures: string[] = []
      const placeholder = (index: number) => `picture:${index}`
      const chapters = readManual(MANUAL, (file) => placeholder(pictures.push(file) - 1))
      for (const { id: file } of [{ id: 'README' }, ...chapters]) this.addWatchFile(`${MANUAL}${file}.md`)
      const imports = pictures.map((file, index) => `import picture${index} from ${JSON.stringify(`${file}?url`)}`)
      const text = JSON.stringify(chapters).replaceAll(/"picture:(\d+)"/g, 'picture$1')
      return `${imports.join('\n')}\nexport const chapters = ${text}\n`
    },
  }
}
