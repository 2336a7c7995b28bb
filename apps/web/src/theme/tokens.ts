import type { ThemeMode, ThemeTokens } from './token-types.ts'
import { darkTokens } from './tokens-dark.ts'
import { lightTokens } from './tokens-light.ts'

/** The one table of colours. Source: design §2.1–2.5, §2.7, §8. */
export const TOKENS: Readonly<Record<ThemeMode, ThemeTokens>> = { light: lightTokens, dark: darkTokens }

/** Steps of the diverging scale, both themes (design §2.5). */
export const DIVERGING_SCALE = ['#0B4F8A', '#4F8FC4', '#A9CBE6', '#EEF1F4', '#E3C49A', '#BF8740', '#7A4A0C'] as const

/** AQI colours 优 to 严重 of HJ 633, never altered and never used for text (design §2.5). */
export const AQI_SCALE = ['#00E400', '#FFFF00', '#FF7E00', '#FF0000', '#99004C', '#7E0023'] as const

/** Background of the command wall (design §8). */
export const WALL_GROUND = '#070B10'

/** Background of the global bar for a lost connection; white on it is 6.0:1 (design §4). */
export const ALERT_GROUND = '#C4161F'

/** Background of header and sider with the dark menu theme (design §4). */
export const MENU_DARK_GROUND = '#131B23'
