import { MAX_QUERY_CHANNELS } from '@natim/contract/constants'
import { Button, Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { useIsPhone } from '@/lib/use-media.ts'

/** The channels as a drawer when there is no room for a column; full screen on a phone. */
export function ChannelsDrawer({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const isPhone = useIsPhone()
  return (
    <>
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        通道 {count} / {MAX_QUERY_CHANNELS}
      </Button>
      <Drawer
        open={isOpen}
        placement={isPhone ? 'bottom' : 'left'}
        size={isPhone ? '100%' : 320}
        title="选择通道"
        onClose={() => setIsOpen(false)}
        styles={{ body: { padding: 0 } }}
      >
        {children}
      </Drawer>
    </>
  )
}
