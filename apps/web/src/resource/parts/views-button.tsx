import { BookOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useListContext } from '../context.ts'

const ViewsPanel = lazyPart(async () => (await import('./views-panel.tsx')).ViewsPanel)

/** 视图: conditions, order and columns of the list under a name. Loaded on first open. */
export function ViewsButton() {
  const { resource } = useListContext()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger="click"
      placement="bottomRight"
      title="保存的视图"
      destroyOnHidden
      content={<ViewsPanel key={resource.endpoints.list.path} onShown={() => setIsOpen(false)} />}
    >
      <Button type="text" size="small" icon={<BookOutlined aria-hidden />} aria-haspopup="dialog">
        视图
      </Button>
    </Popover>
  )
}
