import { type MappingAlgorithm, type ThemeConfig, theme } from 'antd'
import { type Accent, type AccentColours, accentColours } from './accents.ts'
import { type ActiveDensity, DENSITY, FONT_FAMILY, MOTION } from './metrics.ts'
import type { NeutralTokens, ThemeMode, ThemeTokens } from './token-types.ts'
import { TOKENS } from './tokens.ts'

const seconds = (ms: number): string => `${ms / 1_000}s`

const globalToken = (tokens: ThemeTokens, accent: AccentColours): ThemeConfig['token'] => ({
  colorPrimary: accent.seed,
  colorInfo: accent.seed,
  colorSuccess: tokens.success.mark,
  colorWarning: tokens.warning.mark,
  colorError: tokens.error.mark,
  colorSuccessText: tokens.success.text,
  colorWarningText: tokens.warning.text,
  colorErrorText: tokens.error.text,
  colorLink: accent.link,
  colorLinkHover: accent.linkHover,
  colorLinkActive: accent.linkHover,
  colorTextBase: tokens.neutral.text,
  colorText: tokens.neutral.text,
  colorTextSecondary: tokens.neutral.textSecondary,
  colorTextTertiary: tokens.neutral.textTertiary,
  colorTextQuaternary: tokens.neutral.placeholder,
  colorTextDescription: tokens.neutral.textTertiary,
  colorTextPlaceholder: tokens.neutral.placeholder,
  colorTextDisabled: tokens.neutral.disabled,
  colorIcon: tokens.neutral.textSecondary,
  colorBgLayout: tokens.neutral.layout,
  colorBgContainer: tokens.neutral.card,
  colorBgElevated: tokens.neutral.elevated,
  colorBgMask: tokens.neutral.mask,
  colorBorder: tokens.neutral.control,
  colorBorderSecondary: tokens.neutral.lineOuter,
  colorSplit: tokens.neutral.lineInner,
  colorFillAlter: tokens.neutral.alt,
  controlItemBgHover: tokens.neutral.hover,
  controlItemBgActive: tokens.neutral.selected,
  controlItemBgActiveHover: tokens.neutral.selected,
  controlOutline: 'transparent',
  boxShadow: tokens.shadowModal,
  boxShadowSecondary: tokens.shadowPopover,
  boxShadowTertiary: 'none',
})

/** Token values common to both themes (design §2.6, §2.7). */
const shapeToken = (density: ActiveDensity): ThemeConfig['token'] => ({
  borderRadius: 6,
  borderRadiusLG: 8,
  borderRadiusSM: 4,
  borderRadiusXS: 2,
  fontSize: 14,
  fontSizeSM: 12,
  fontFamily: FONT_FAMILY,
  fontWeightStrong: 600,
  controlHeight: DENSITY[density].controlHeight,
  controlHeightSM: DENSITY[density].smallControlHeight,
  motionDurationFast: seconds(MOTION.hover),
  motionDurationMid: seconds(MOTION.open),
  motionDurationSlow: seconds(MOTION.drawer),
})

const navigation = (
  neutral: NeutralTokens,
  accent: AccentColours,
  density: ActiveDensity,
): ThemeConfig['components'] => ({
  Layout: {
    headerBg: neutral.card,
    headerHeight: 52,
    headerPadding: '0 20px',
    siderBg: neutral.card,
    lightSiderBg: neutral.card,
    bodyBg: neutral.layout,
    footerBg: neutral.layout,
  },
  Menu: {
    horizontalLineHeight: '52px',
    activeBarBorderWidth: 0,
    itemSelectedBg: neutral.selected,
    itemSelectedColor: accent.link,
    itemHoverBg: neutral.hover,
    itemHeight: density === 'touch' ? DENSITY.touch.controlHeight : 36,
    itemBorderRadius: 6,
    horizontalItemSelectedColor: neutral.text,
    horizontalItemHoverColor: neutral.text,
    itemBg: 'transparent',
    subMenuItemBg: 'transparent',
    popupBg: neutral.elevated,
  },
  Tabs: {
    horizontalItemGutter: 22,
    itemColor: neutral.textSecondary,
    itemSelectedColor: neutral.text,
    itemHoverColor: neutral.text,
    inkBarColor: accent.seed,
    horizontalMargin: '0',
  },
  Breadcrumb: { linkColor: neutral.textTertiary, itemColor: neutral.textTertiary, lastItemColor: neutral.text },
})

const data = (neutral: NeutralTokens, raised: string, density: ActiveDensity): ThemeConfig['components'] => ({
  Table: {
    headerBg: neutral.alt,
    headerColor: neutral.textSecondary,
    headerSplitColor: 'transparent',
    headerBorderRadius: 0,
    cellPaddingBlock: DENSITY[density].cellPadding,
    cellPaddingBlockMD: 6,
    cellPaddingInline: 12,
    cellFontSize: 13,
    cellFontSizeMD: 13,
    cellFontSizeSM: 13,
    rowHoverBg: neutral.hover,
    rowSelectedBg: neutral.selected,
    rowSelectedHoverBg: neutral.selected,
    borderColor: neutral.lineInner,
    bodySortBg: 'transparent',
    headerSortActiveBg: neutral.alt,
    headerSortHoverBg: neutral.hover,
    fixedHeaderSortActiveBg: neutral.alt,
  },
  Skeleton: { gradientFromColor: neutral.skeleton, gradientToColor: neutral.skeletonGlow },
  Descriptions: { labelColor: neutral.textTertiary, itemPaddingBottom: 8 },
  Tree: { nodeHoverBg: neutral.hover, nodeSelectedBg: neutral.selected },
  Segmented: { trackPadding: 2, itemSelectedBg: raised, trackBg: neutral.track },
})

const controls = (neutral: NeutralTokens, accent: AccentColours): ThemeConfig['components'] => ({
  Button: {
    colorPrimary: accent.solid,
    colorPrimaryHover: accent.solidHover,
    colorPrimaryActive: accent.solidActive,
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
    fontWeight: 400,
    defaultHoverColor: accent.link,
    defaultHoverBorderColor: accent.seed,
    defaultBg: neutral.card,
  },
  Radio: { buttonSolidCheckedBg: accent.solid, buttonSolidCheckedHoverBg: accent.solidHover },
  Input: { activeShadow: 'none', errorActiveShadow: 'none' },
  Select: { optionSelectedBg: neutral.selected, optionActiveBg: neutral.hover, optionSelectedFontWeight: 500 },
  Form: { itemMarginBottom: 16, labelColor: neutral.textSecondary, verticalLabelPadding: '0 0 4px' },
  Modal: { contentBg: neutral.elevated, headerBg: neutral.elevated, titleFontSize: 16 },
  Drawer: { padding: 20 },
  Tooltip: { fontSize: 12, paddingSM: 8, controlHeight: 28 },
})

/** The dark algorithm dulls the seeds; ours are already chosen for the dark theme. */
const keepSeeds: MappingAlgorithm = (seed, map) => {
  const { colorPrimary, colorInfo, colorSuccess, colorWarning, colorError } = seed
  return { ...(map ?? theme.darkAlgorithm(seed)), colorPrimary, colorInfo, colorSuccess, colorWarning, colorError }
}

/**
 * The antd theme of a mode, a density and an accent. Source of every value: design §2.8; colours come from {@link
 * TOKENS}, so the library and our style sheets cannot diverge.
 */
export function antdTheme(mode: ThemeMode, density: ActiveDensity, accent: Accent) {
  const tokens = TOKENS[mode]
  const colours = accentColours(accent, mode)
  return {
    // Keyed by content, not by instance: components mounted later, or twice, reuse the computed theme.
    cssVar: { key: `natim-${mode}-${density}-${accent.seed.slice(1)}` },
    algorithm: mode === 'dark' ? [theme.darkAlgorithm, keepSeeds] : theme.defaultAlgorithm,
    token: { ...globalToken(tokens, colours), ...shapeToken(density) },
    components: {
      ...navigation(tokens.neutral, colours, density),
      // White on grey in the light theme; in the dark one the chosen item is lighter.
      ...data(tokens.neutral, mode === 'dark' ? tokens.neutral.elevatedLineOuter : tokens.neutral.card, density),
      ...controls(tokens.neutral, colours),
      // White letters must be readable on it.
      Avatar: { colorTextPlaceholder: mode === 'dark' ? tokens.neutral.controlStrong : tokens.neutral.placeholder },
    },
  } satisfies ThemeConfig
}
