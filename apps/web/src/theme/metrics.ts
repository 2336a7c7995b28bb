/** Sizes that change with density, all in px (design §2.7). */
export interface DensityMetrics {
  readonly rowHeight: number
  readonly headRowHeight: number
  readonly controlHeight: number
  readonly smallControlHeight: number
  readonly gap: number
  readonly panelPadding: number
  readonly panelHeadHeight: number
  /** Vertical padding of a table cell that yields `rowHeight` with 20 px lines and a hairline. */
  readonly cellPadding: number
}

/** Densities a user can choose; type sizes are the same in both. */
export type Density = 'standard' | 'compact'

/** The chosen density, or on a phone always touch: targets of 44 px (design §10). */
export type ActiveDensity = Density | 'touch'

/** Below it the layout is for touch: one column, cards instead of tables (design §4). */
export const PHONE_MEDIA = '(max-width: 767.98px)'
/** Below it menu and panes are drawers and pages scroll as a whole (design §4). */
export const DRAWER_MEDIA = '(max-width: 1087.98px)'

export const DENSITY: Readonly<Record<ActiveDensity, DensityMetrics>> = {
  standard: {
    rowHeight: 40,
    headRowHeight: 34,
    controlHeight: 32,
    smallControlHeight: 26,
    gap: 12,
    panelPadding: 16,
    panelHeadHeight: 42,
    cellPadding: 9,
  },
  compact: {
    rowHeight: 32,
    headRowHeight: 30,
    controlHeight: 28,
    smallControlHeight: 24,
    gap: 8,
    panelPadding: 12,
    panelHeadHeight: 36,
    cellPadding: 5,
  },
  touch: {
    rowHeight: 44,
    headRowHeight: 36,
    controlHeight: 44,
    smallControlHeight: 36,
    gap: 12,
    panelPadding: 16,
    panelHeadHeight: 44,
    cellPadding: 11,
  },
}

/** Heights of the shell, px (design §2.7, §4). */
export const SHELL = { header: 52, tabBar: 36, globalBar: 36, footerBar: 56, sider: 208, siderCollapsed: 80 } as const

/** Fixed content width, its padding included (design §4); fluid content sets `--page-max` itself. */
export const PAGE_MAX_PX = 1_440

/** Durations, ms (design §2.7). */
export const MOTION = { hover: 120, open: 180, drawer: 240, flash: 1_200, pulse: 2_000 } as const

/** Chinese from the system, Latin and digits from the bundled Barlow subset (design §2.6). */
export const FONT_FAMILY =
  '"NATIM Num","PingFang SC","HarmonyOS Sans SC","MiSans","Microsoft YaHei UI","Microsoft YaHei","Source Han Sans SC","Noto Sans SC","Noto Sans CJK SC",sans-serif'

/** Raw packets only. */
export const MONO_FAMILY = 'ui-monospace,Consolas,monospace'
