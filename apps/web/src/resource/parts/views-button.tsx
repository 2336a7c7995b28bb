import { BookOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useListContext } from '../context.ts'

const ViewsPanel = lazy(async () => ({ default: (await import('./views-panel.tsx')).ViewsPanel }))

/** 视图: conditions, order and columns of the list under a name. Asked for only when it is opened. */
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
      content={
        <Suspense>
          <ViewsPanel key={resource.endpoints.list.path} onShown={() => setIsOpen(false)} />
        </Suspense>
      }
    >
      <Button type="text" size="small" icon={<BookOutlined aria-hidden />} aria-haspopup="dialog">
        视图
      </Button>
    </Popover>
  )
}
