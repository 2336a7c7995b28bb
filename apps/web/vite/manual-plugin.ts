import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { readManual } from './manual-reader.ts'

const ID = 'virtual:manual'
const RESOLVED = `\0${ID}`
const MANUAL = fileURLToPath(new URL('../../../docs/manual/', import.meta.url))

/** The chapters of docs/manual as a module, with the pictures as build assets: the console parses no Markdown. */
export function manualPlugin(): Plugin {
  let isBuild = false
  return {
    name: 'natim:manual',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined
      const pictures: string[] = []
      // The development server serves any file of the checkout by its path, without a module for each.
      const chapters = readManual(MANUAL, (file) => (isBuild ? `picture:${pictures.push(file) - 1}` : `/@fs${file}`))
      for (const { id: file } of [{ id: 'README' }, ...chapters]) this.addWatchFile(`${MANUAL}${file}.md`)
      const imports = pictures.map((file, index) => `import picture${index} from ${JSON.stringify(`${file}?url`)}`)
      const text = JSON.stringify(chapters).replaceAll(/"picture:(\d+)"/g, 'picture$1')
      return `${imports.join('\n')}\nexport const chapters = ${text}\n`
    },
  }
}
