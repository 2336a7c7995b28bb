/*
 * Sets the attributes of the token stylesheet before the first paint, so that a dark console never flashes white.
 * A separate blocking file, because the content security policy forbids inline script.
 * Keys and attributes: src/theme/theme-settings.ts.
 */
;(() => {
  const read = (key) => {
    try {
      const raw = localStorage.getItem(key)
      if (raw === null) return undefined
      const parsed = JSON.parse(raw)
      return parsed !== null && typeof parsed === 'object' && 'value' in parsed ? parsed.value : parsed
    } catch {
      // Not JSON, or storage is closed to us: the defaults of the stylesheet are right then.
      return undefined
    }
  }
  const isDarkSystem = () => matchMedia('(prefers-color-scheme: dark)').matches
  const appearance = read('NATIM_APPEARANCE')
  const isDark = appearance === 'dark' || (appearance === 'system' && isDarkSystem())
  const { dataset } = document.documentElement
  dataset.theme = isDark ? 'dark' : 'light'
  dataset.density = read('NATIM_DENSITY') === 'compact' ? 'compact' : 'standard'
  dataset.accent = String(read('DEFAULT_COLOR') ?? '#1890ff')
    .slice(1)
    .toLowerCase()
  dataset.weak = String(read('DEFAULT_COLOR_WEAK') === true)
  dataset.motion = read('NATIM_REDUCED_MOTION') === true ? 'reduced' : 'full'
})()
