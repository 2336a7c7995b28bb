import { ACCENTS, type Accent, accentColours, DEFAULT_ACCENT } from './accents.ts'
import {
  DENSITY,
  type DensityMetrics,
  FONT_FAMILY,
  MONO_FAMILY,
  MOTION,
  PAGE_MAX_PX,
  PHONE_MEDIA,
  SHELL,
} from './metrics.ts'
import type { ThemeMode, ThemeTokens } from './token-types.ts'
import { ALERT_GROUND, AQI_SCALE, DIVERGING_SCALE, MENU_DARK_GROUND, TOKENS, WALL_GROUND } from './tokens.ts'

type Declarations = Record<string, string>

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const prefixed = (prefix: string, values: Readonly<Record<string, string>>): Declarations =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${prefix}${kebab(name)}`, value]))

const steps = (name: string, values: readonly string[]): Declarations =>
  Object.fromEntries(values.map((value, index) => [`--${name}-${index + 1}`, value]))

const block = (selector: string, declarations: Declarations): string => {
  const lines = Object.entries(declarations).map(([name, value]) => `  ${name}: ${value};`)
  return `${selector} {\n${lines.join('\n')}\n}`
}

function severityVariables(tokens: ThemeTokens): Declarations {
  const result: Declarations = {}
  for (const [level, severity] of Object.entries(tokens.severity)) {
    result[`--sev-${level}`] = severity.solid
    result[`--sev-${level}-edge`] = severity.outline ?? severity.solid
    result[`--sev-${level}-digit`] = severity.digit
    result[`--sev-${level}-ink`] = severity.ink
    result[`--sev-${level}-tint`] = severity.tint
  }
  return result
}

function statusVariables(tokens: ThemeTokens): Declarations {
  const result: Declarations = {}
  const { success, warning, error } = tokens
  for (const [name, pair] of Object.entries({ ...tokens.status, success, warning, error })) {
    result[`--st-${name}`] = pair.mark
    result[`--st-${name}-text`] = pair.text
  }
  return result
}

/** Custom properties of a theme, name to value. */
export function themeVariables(mode: ThemeMode): Declarations {
  const tokens = TOKENS[mode]
  return {
    'color-scheme': mode,
    ...prefixed('', { ...tokens.neutral }),
    ...statusVariables(tokens),
    ...severityVariables(tokens),
    ...steps('series', tokens.chart.series),
    ...steps('seq', tokens.chart.sequential),
    '--band-opacity': String(tokens.chart.bandOpacity),
    '--gap-band': tokens.chart.gapBand,
    '--swatch-outline': tokens.chart.swatchOutline,
    ...prefixed('map-', { ...tokens.map }),
    '--shadow-popover': tokens.shadowPopover,
    '--shadow-modal': tokens.shadowModal,
    ...prefixed('accent-', {
      solid: `var(--accent-solid-${mode})`,
      solidHover: `var(--accent-solid-hover-${mode})`,
      solidActive: `var(--accent-solid-active-${mode})`,
      link: `var(--accent-link-${mode})`,
      linkHover: `var(--accent-link-hover-${mode})`,
    }),
    '--focus-ring': `var(--accent-focus-ring-${mode})`,
  }
}

/** Colour-weak mode swaps the severity solids and strengthens control borders (design §2.1, §2.4). */
function weakVariables(mode: ThemeMode): Declarations {
  const tokens = TOKENS[mode]
  const result: Declarations = { '--control': tokens.neutral.controlStrong }
  for (const [level, severity] of Object.entries(tokens.severity)) {
    result[`--sev-${level}`] = severity.weakSolid
    if (!severity.outline) result[`--sev-${level}-edge`] = severity.weakSolid
  }
  return result
}

function accentVariables(accent: Accent): Declarations {
  const result: Declarations = { '--accent': accent.seed }
  for (const mode of ['light', 'dark'] as const) {
    const { seed: _seed, ...colours } = accentColours(accent, mode)
    for (const [name, value] of Object.entries(colours)) result[`--accent-${kebab(name)}-${mode}`] = value
  }
  return result
}

const px = (values: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}px`]))

const densityVariables = (metrics: DensityMetrics): Declarations => prefixed('', px({ ...metrics }))

const constants = (): Declarations => ({
  ...prefixed('shell-', px(SHELL)),
  ...prefixed('motion-', Object.fromEntries(Object.entries(MOTION).map(([name, value]) => [name, `${value}ms`]))),
  ...steps('div', DIVERGING_SCALE),
  ...steps('aqi', AQI_SCALE),
  '--brand': DEFAULT_ACCENT.seed,
  '--wall-ground': WALL_GROUND,
  '--alert-ground': ALERT_GROUND,
  '--menu-dark': MENU_DARK_GROUND,
  '--page-max': `${PAGE_MAX_PX}px`,
  '--view-bar': '0px',
  '--font': FONT_FAMILY,
  '--font-mono': MONO_FAMILY,
})

const accentKey = (accent: Accent): string => accent.seed.slice(1).toLowerCase()

/**
 * The complete style sheet of custom properties. Selectors are plain attributes, so a subtree can have its own
 * `data-theme` (dark menu, wall) and inherits the accent of the page.
 */
export function tokenStylesheet(): string {
  const [first, ...others] = ACCENTS
  return [
    block(':root', constants()),
    // The bar of a view (shell/view-frame) offsets everything positioned from the top of the window.
    block(':root[data-view]', { '--view-bar': 'var(--shell-global-bar)' }),
    block(':root', densityVariables(DENSITY.standard)),
    block("[data-density='compact']", densityVariables(DENSITY.compact)),
    // After the chosen density with equal specificity, so that a phone takes precedence.
    `@media ${PHONE_MEDIA} {\n${block(':root', densityVariables(DENSITY.touch))}\n}`,
    block(':root', accentVariables(first)),
    ...others.map((accent) => block(`[data-accent='${accentKey(accent)}']`, accentVariables(accent))),
    block(":root, [data-theme='light']", themeVariables('light')),
    block("[data-theme='dark']", themeVariables('dark')),
    block("[data-weak='true'], [data-weak='true'] [data-theme='light']", weakVariables('light')),
    block("[data-weak='true'][data-theme='dark'], [data-weak='true'] [data-theme='dark']", weakVariables('dark')),
    '',
  ].join('\n')
}
