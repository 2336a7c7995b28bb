import type { Plugin } from 'vite'
import { tokenStylesheet } from '../src/theme/css-variables.ts'

const ID = 'virtual:tokens.css'
// The prefix keeps other plugins away; the extension sends the module through the CSS pipeline.
const RESOLVED = `\0${ID}`

/** Serves the token table as a style sheet, so that the colours are there before the first script runs. */
export function tokensPlugin(): Plugin {
  return {
    name: 'natim:tokens',
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? tokenStylesheet() : undefined),
  }
}
