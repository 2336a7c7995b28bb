import { Button } from 'antd'
import { useState } from 'react'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import type { MapPlace } from '../map/map-item.ts'
import { PlacePicker } from './place-picker.tsx'

function Opener({ value, label }: { readonly value: Partial<MapPlace>; readonly label: string }) {
  const [opening, setOpening] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        onClick={() => {
          setOpening(opening + 1)
          setIsOpen(true)
        }}
      >
        {label}
      </Button>
      {opening > 0 && <PlacePicker key={opening} isOpen={isOpen} value={value} onPick={close} onClose={close} />}
    </>
  )
}

export const gallery: GalleryEntry = {
  title: '地图选点',
  note: '点击、拖动、输入或方向键；确定之前表单不变',
  states: [
    { name: '未选', render: () => <Opener label="选点（未选）" value={{}} /> },
    { name: '已选', render: () => <Opener label="选点（已选）" value={{ lng: 120.62, lat: 31.3 }} /> },
  ],
}
