import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { DRAWER_MEDIA, PHONE_MEDIA } from '../theme/metrics.ts'
import { useMedia } from '../theme/use-media.ts'

export interface SideDrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** px on desktop; on phones 70 % of the height from the bottom. */
  readonly width?: number
  /** Full screen on a phone. */
  readonly isFullOnPhone?: boolean
  /** Extent over the page padding, px. */
  readonly reach?: { readonly top: number; readonly end: number }
  /** The head has its own close button. */
  readonly hasOwnClose?: boolean
  /** Action bar, fixed at the bottom. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

const PHONE_HEIGHT = '70%'

/**
 * A record beside a page that stays usable: no mask (design §6). On desktop it is inside the page, below the tab bar:
 * the nearest positioned ancestor must not scroll. On smaller screens, where the page scrolls, it is fixed to the
 * window.
 */
export function SideDrawer(props: SideDrawerProps) {
  const { isOpen, onClose, title, width = 412, footer, reach, children } = props
  const isPhone = useMedia(PHONE_MEDIA)
  const isOnWindow = useMedia(DRAWER_MEDIA)
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      title={title}
      footer={footer}
      mask={false}
      size={isPhone ? (props.isFullOnPhone ? '100%' : PHONE_HEIGHT) : width}
      placement={isPhone ? 'bottom' : 'right'}
      closable={props.hasOwnClose ? false : { placement: 'end', 'aria-label': '关闭' }}
      styles={{ header: { padding: '10px 20px' }, body: { padding: 0 }, footer: { padding: '10px 20px' } }}
      {...(isOnWindow ? {} : { getContainer: false, rootStyle: insideThePage(reach) })}
    >
      {children}
    </Drawer>
  )
}

const insideThePage = ({ top, end }: { readonly top: number; readonly end: number } = { top: 0, end: 0 }) =>
  // Focused to receive Esc; a focus ring around half the page would be meaningless.
  ({ position: 'absolute', insetBlockStart: -top, insetInlineEnd: -end, outline: 'none' }) as const
