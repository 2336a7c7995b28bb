import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { DRAWER_MEDIA, PHONE_MEDIA } from '../theme/metrics.ts'
import { useMedia } from '../theme/use-media.ts'

export interface SideDrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** px on a desk; phones take 70 % of the height from below. */
  readonly width?: number
  /** Action bar, fixed at the bottom. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

const PHONE_HEIGHT = '70%'

/**
 * Record beside a page that stays usable: no mask (design §6). On a desk it lies inside the page, below the tab bar:
 * the nearest positioned ancestor must not scroll. On smaller screens, where the page scrolls, it lies on the window.
 */
export function SideDrawer({ isOpen, onClose, title, width = 412, footer, children }: SideDrawerProps) {
  const isPhone = useMedia(PHONE_MEDIA)
  const isOnWindow = useMedia(DRAWER_MEDIA)
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      title={title}
      footer={footer}
      mask={false}
      size={isPhone ? PHONE_HEIGHT : width}
      placement={isPhone ? 'bottom' : 'right'}
      closable={{ placement: 'end', 'aria-label': '关闭' }}
      styles={{ header: { padding: '10px 20px' }, body: { padding: 0 }, footer: { padding: '10px 20px' } }}
      {...(isOnWindow ? {} : { getContainer: false, rootStyle: { position: 'absolute' as const } })}
    >
      {children}
    </Drawer>
  )
}
