import { contrastRatio, mix } from './contrast.ts'
import type { ThemeMode } from './token-types.ts'
import { TOKENS } from './tokens.ts'

/** One of the eight theme colours a user may choose (design §2.2). */
export interface Accent {
  readonly name: string
  /** For elements without small text: active underline, switch, checkbox, progress, selection frame. */
  readonly seed: string
  /** Fills and links of the light theme, at least 4.5:1 with white. */
  readonly solid: string
  /** Fills of the dark theme where they differ. */
  readonly solidDark?: string
  /** Hover of the fill where the table names it; otherwise one shade darker is computed. */
  readonly solidHover?: string
  readonly linkDark: string
}

export const ACCENTS = [
  {
    name: '拂晓蓝（默认）',
    seed: '#1890FF',
    solid: '#096DD9',
    solidHover: '#0A5FBF',
    solidDark: '#1673D1',
    linkDark: '#69B7FF',
  },
  { name: '薄暮', seed: '#F5222D', solid: '#CF1322', linkDark: '#FF7875' },
  { name: '火山', seed: '#FA541C', solid: '#D4380D', linkDark: '#FF9C6E' },
  { name: '日暮', seed: '#FAAD14', solid: '#874D00', linkDark: '#FFD666' },
  { name: '明青', seed: '#13C2C2', solid: '#006D75', linkDark: '#5CDBD3' },
  { name: '极光绿', seed: '#52C41A', solid: '#237804', linkDark: '#95DE64' },
  { name: '极客蓝', seed: '#2F54EB', solid: '#2F54EB', linkDark: '#85A5FF' },
  { name: '酱紫', seed: '#722ED1', solid: '#722ED1', linkDark: '#B37FEB' },
] as const satisfies readonly Accent[]

/** spec §9: the default colour. */
export const DEFAULT_ACCENT: Accent = ACCENTS[0]

/** Colours of an accent in one theme. */
export interface AccentColours {
  readonly seed: string
  readonly solid: string
  readonly solidHover: string
  readonly solidActive: string
  readonly link: string
  readonly linkHover: string
  /** Focus ring: the seed, or solid or link colour where the seed is under 3:1 on the card (WCAG 1.4.11). */
  readonly focusRing: string
}

const HOVER_SHADE = 0.12
const ACTIVE_SHADE = 0.22

/** The accent with this seed, ignoring case; the default for a colour that is not among the eight. */
export function accentBySeed(seed: string | null | undefined): Accent {
  const wanted = seed?.toUpperCase()
  return ACCENTS.find((accent) => accent.seed === wanted) ?? DEFAULT_ACCENT
}

/** Links also appear on the grey page and on rows, where a fill barely readable on white is too pale. */
function readableLink(solid: string, darker: string): string {
  const { layout, hover, selected } = TOKENS.light.neutral
  return [layout, hover, selected].every((ground) => contrastRatio(solid, ground) >= 4.5) ? solid : darker
}

/** Resolves an accent for a theme. Hover is darker, never lighter (design §2.2). */
export function accentColours(accent: Accent, mode: ThemeMode): AccentColours {
  const isDark = mode === 'dark'
  const solid = isDark ? (accent.solidDark ?? accent.solid) : accent.solid
  const namedHover = isDark && accent.solidDark ? undefined : accent.solidHover
  const solidHover = namedHover ?? mix(solid, '#000000', HOVER_SHADE)
  const link = isDark ? accent.linkDark : readableLink(solid, solidHover)
  const solidActive = mix(solid, '#000000', ACTIVE_SHADE)
  const isSeedVisible = contrastRatio(accent.seed, TOKENS[mode].neutral.card) >= 3
  return {
    seed: accent.seed,
    solid,
    solidHover,
    solidActive,
    link,
    linkHover: isDark ? mix(link, '#FFFFFF', HOVER_SHADE * 2) : solidActive,
    focusRing: isSeedVisible ? accent.seed : link,
  }
}
