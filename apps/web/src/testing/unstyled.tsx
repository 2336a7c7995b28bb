import { createCache, StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider, type ConfigProviderProps } from 'antd'

/** Where the text of a style sheet stands in what antd keeps, by the beginning of its key. */
const SHEET_AT = { token: 3, cssVar: 1 }

/** Computes no style sheets: jsdom draws nothing, and they took a sixth of the time. */
const THEME = { zeroRuntime: true, cssVar: { key: 'unstyled' } }

/** Files of one worker share antd, but no module of ours. */
const KEPT = Symbol.for('natim.antd-cache')
const worker: typeof globalThis & { [KEPT]?: ReturnType<typeof lastingCache> } = globalThis
worker[KEPT] ??= lastingCache()
const cache = worker[KEPT]

/**
 * What antd's parts stand in where looks do not matter. A theme is worked out once a worker, and its variables do not go
 * into the page, where jsdom would parse them: both took a tenth of the time.
 */
export function Unstyled(props: Omit<ConfigProviderProps, 'theme'>) {
  return (
    <StyleProvider cache={cache}>
      <ConfigProvider {...props} theme={THEME} />
    </StyleProvider>
  )
}

/** antd forgets a theme with the last part that uses it, which is with every test. */
function lastingCache() {
  const lasting = createCache()
  const update = lasting.opUpdate.bind(lasting)
  lasting.opUpdate = (path, next) =>
    update(path, (before) => {
      const after = next(before)
      // One user more than there are, so that none is the last.
      return before || !after ? after : [after[0] + 1, withoutSheet(path, after[1])]
    })
  return lasting
}

function withoutSheet(path: string, kept: unknown): unknown {
  const at = Object.entries(SHEET_AT).find(([start]) => path.startsWith(`${start}%`))?.[1]
  return at !== undefined && Array.isArray(kept) ? kept.with(at, '') : kept
}
