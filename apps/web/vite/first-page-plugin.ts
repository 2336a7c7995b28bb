import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** Parts of the first page besides the frame: signed-out users see the login form. */
const FIRST_PAGES = {
  'data-login': ['features/login/login-page.tsx'],
  'data-console': ['app/console.tsx', 'features/dashboard/analysis-page.tsx'],
}

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>

/** A chunk, its imports, and their style sheets. */
function filesOf(bundle: Bundle, name: string, seen: Set<string>): Set<string> {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk' || seen.has(name)) return seen
  seen.add(name)
  for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style)
  for (const imported of chunk.imports) filesOf(bundle, imported, seen)
  return seen
}

/** Tells `public/first-page.js` the files of the first page, except those of the frame. */
export function firstPagePlugin(): Plugin {
  return {
    name: 'natim:first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        const frame = new Set<string>()
        for (const { fileName, isEntry } of chunks) if (isEntry) filesOf(bundle, fileName, frame)
        const lists = Object.entries(FIRST_PAGES).map(([attribute, modules]) => {
          const files = new Set<string>()
          for (const { fileName, moduleIds } of chunks) {
            const holds = (module: string) => moduleIds.some((id) => id.endsWith(`/src/${module}`))
            if (modules.some(holds)) filesOf(bundle, fileName, files)
          }
          return [
            attribute,
            [...files]
              .filter((file) => !frame.has(file))
              .map((file) => `/${file}`)
              .join(' '),
          ]
        })
        const script: HtmlTagDescriptor = {
          tag: 'script',
          attrs: { src: '/first-page.js', async: true, ...Object.fromEntries(lists) },
          injectTo: 'head-prepend',
        }
        return [script]
      },
    },
  }
}
