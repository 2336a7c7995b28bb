import { ApartmentOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useIsPhone, useIsWide } from '@/lib/use-media.ts'
import { Panel } from '@/ui/panel.tsx'
import styles from './place-filter.module.css'
import { RegionTree } from './region-tree.tsx'

/** The tree as a pane, from 1440 px on. */
export function PlacePane() {
  const isWide = useIsWide()
  if (!isWide) return null
  return (
    <Panel className={styles.pane}>
      <RegionTree />
    </Panel>
  )
}

/** The tree without a pane: behind a button, on a phone inside the filters. */
export function PlaceFilter({ place, hasPane }: { readonly place: string | undefined; readonly hasPane: boolean }) {
  const isPhone = useIsPhone()
  const isWide = useIsWide()
  const [isOpen, setIsOpen] = useState(false)
  if (isWide && hasPane) return null
  if (isPhone) {
    return (
      <div className={styles.inline}>
        <RegionTree />
      </div>
    )
  }
  return (
    <>
      <Button icon={<ApartmentOutlined aria-hidden />} aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        {place ?? '全部区域'}
      </Button>
      <Drawer open={isOpen} placement="left" size={280} title="区域与站点" onClose={() => setIsOpen(false)}>
        <RegionTree onChosen={() => setIsOpen(false)} />
      </Drawer>
    </>
  )
}
