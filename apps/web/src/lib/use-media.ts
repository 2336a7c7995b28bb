import { DRAWER_MEDIA, PHONE_MEDIA } from '../theme/metrics.ts'
import { useMedia } from '../theme/use-media.ts'

export { useMedia }

/** SH-06: below 1088 px the menu is a drawer. */
export const useIsMobile = () => useMedia(DRAWER_MEDIA)
/** One column, cards instead of tables (design §4). */
export const useIsPhone = () => useMedia(PHONE_MEDIA)
/** Room for a tree pane and the secondary columns (design §4). */
export const useIsWide = () => useMedia('(min-width: 1440px)')
