import { createCache, StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider, type ConfigProviderProps } from 'antd'

/** Index of the style sheet text in antd's cache entries, by key prefix. */
const SHEET_AT = { token: 3, cssVar: 1 }

/** Disables style sheets: jsdom draws nothing, and they took a sixth of the time. */
const THEME = { zeroRuntime: true, cssVar: { key: 'unstyled' } }

/** Files of one worker share antd, but not our modules. */
const KEPT = Symbol.for('natim.antd-cache')
const worker: typeof globalThis & { [KEPT]?: ReturnType<typeof lastingCache> } = globalThis
worker[KEPT] ??= lastingCache()
const cache = worker[KEPT]

/**
 * Provider for antd components whose look does not matter. A theme is computed once per worker, and its variables are
 * not added to the page, where jsdom would parse them: both took a tenth of the time.
 */
export function Unstyled(props: Omit<ConfigProviderProps, 'theme'>) {
  return (
    <StyleProvider cache={cache}>
      <ConfigProvider {...props} theme={THEME} />
    </StyleProvider>
  )
}

/** antd drops a theme with its last user, which is after every test. */
function lastingCache() {
  const lasting = createCache()
  const update = lasting.opUpdate.bind(lasting)
  lasting.opUpdate = (path, next) =>
    update(path, (before) => {
      const after = next(before)
      // Adds one extra user, so that none is the last.
      return before || !after ? after : [after[0] + 1, withoutSheet(path, after[1])]
    })
  return lasting
}

function withoutSheet(path: string, kept: unknown): unknown {
  const at = Object.entries(SHEET_AT).find(([start]) => path.startsWith(`${start}%`))?.[1]
  return at !== undefined && Array.isArray(kept) ? kept.with(at, '') : kept
}
