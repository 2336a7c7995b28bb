import type { DeviceStatus, Severity } from '@natim/contract/dict'

export type ThemeMode = 'light' | 'dark'

/** A colour as `#RRGGBB`, or `rgba()` where the table of the design says so. */
export type Colour = string

/** A semantic colour as a mark (graphics, at least 3:1 on the card) and as text (at least 4.5:1). */
export interface MarkAndText {
  readonly mark: Colour
  readonly text: Colour
}

/** One alarm severity: solid glyph, the digit in it, and tint with ink for tags and bars. */
export interface SeverityTokens {
  readonly solid: Colour
  /** Outline of the glyph where the solid is too pale for the background; null = none. */
  readonly outline: Colour | null
  readonly digit: Colour
  readonly ink: Colour
  readonly tint: Colour
  /** Solid of the colour-weak mode. */
  readonly weakSolid: Colour
}

export interface NeutralTokens {
  readonly layout: Colour
  readonly card: Colour
  readonly elevated: Colour
  readonly alt: Colour
  readonly hover: Colour
  readonly selected: Colour
  readonly lineOuter: Colour
  readonly lineInner: Colour
  readonly elevatedLineOuter: Colour
  readonly elevatedLineInner: Colour
  readonly control: Colour
  /** Control border of the colour-weak mode, 3:1 on the card. */
  readonly controlStrong: Colour
  readonly text: Colour
  readonly textSecondary: Colour
  readonly textTertiary: Colour
  readonly placeholder: Colour
  /** Decoration only: below text contrast. */
  readonly disabled: Colour
  readonly mask: Colour
  /** Track of limit rails and of empty ribbon cells. */
  readonly track: Colour
  /** Fill of a limit rail while below every limit. */
  readonly rail: Colour
  readonly skeleton: Colour
  readonly skeletonGlow: Colour
}

export interface ChartTokens {
  readonly series: readonly [Colour, Colour, Colour, Colour, Colour, Colour, Colour, Colour]
  /** Seven steps, starting from the background: higher values are farther from it. */
  readonly sequential: readonly Colour[]
  /** Opacity of the band between minimum and maximum, 0–1. */
  readonly bandOpacity: number
  readonly gapBand: Colour
  readonly swatchOutline: Colour
  /** Bars of severity 5 are neutral, so that the serious levels stand out. */
  readonly quietBar: Colour
}

export interface MapTokens {
  readonly sea: Colour
  readonly land: Colour
  readonly border: Colour
  readonly graticule: Colour
  readonly label: Colour
  readonly clusterFill: Colour
  readonly clusterRing: Colour
  readonly clusterText: Colour
  readonly selectedRing: Colour
}

export interface ThemeTokens {
  readonly mode: ThemeMode
  readonly neutral: NeutralTokens
  readonly status: Readonly<Record<DeviceStatus, MarkAndText>>
  readonly success: MarkAndText
  readonly warning: MarkAndText
  readonly error: MarkAndText
  readonly severity: Readonly<Record<Severity, SeverityTokens>>
  readonly chart: ChartTokens
  readonly map: MapTokens
  readonly shadowPopover: string
  readonly shadowModal: string
}
