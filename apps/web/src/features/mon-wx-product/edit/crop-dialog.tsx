import type { WxCover } from '@natim/contract/mon/wx-product'
import { Modal } from 'antd'
import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { pictureUrl } from '../phone-frame.tsx'
import styles from './edit.module.css'

export interface CropDialogProps {
  readonly cover: WxCover
  readonly onCrop: (cover: WxCover) => void
  readonly onClose: () => void
}

type Crop = WxCover['wide']

const round = (value: number) => Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000))
/** The cropper uses percent; the account expects corners as shares. */
const cropOf = ({ x, y, width, height }: Area): Crop => [
  round(x / 100),
  round(y / 100),
  round((x + width) / 100),
  round((y + height) / 100),
]
const areaOf = ([left, top, right, bottom]: Crop): Area => ({
  x: left * 100,
  y: top * 100,
  width: (right - left) * 100,
  height: (bottom - top) * 100,
})

/** Both crops of a cover: wide for the article, square for lists. */
export function CropDialog({ cover, onCrop, onClose }: CropDialogProps) {
  const [wide, setWide] = useState(cover.wide)
  const [square, setSquare] = useState(cover.square)
  return (
    <Modal
      open
      title="裁剪封面"
      okText="确定"
      cancelText="取消"
      width={560}
      onOk={() => onCrop({ ...cover, wide, square })}
      onCancel={onClose}
      destroyOnHidden
    >
      <Frame path={cover.path} aspect={2.35} start={cover.wide} onCrop={setWide} />
      <p>文章封面 2.35:1，拖动或用方向键移动，滚轮缩放</p>
      <Frame path={cover.path} aspect={1} start={cover.square} onCrop={setSquare} />
      <p>列表封面 1:1</p>
    </Modal>
  )
}

interface FrameProps {
  readonly path: string
  readonly aspect: number
  readonly start: Crop
  readonly onCrop: (crop: Crop) => void
}

function Frame({ path, aspect, start, onCrop }: FrameProps) {
  const [at, setAt] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const isWhole = start.join() === '0,0,1,1'
  return (
    <div className={styles.cropper}>
      <Cropper
        image={pictureUrl(path)}
        aspect={aspect}
        crop={at}
        zoom={zoom}
        onCropChange={setAt}
        onZoomChange={setZoom}
        onCropComplete={(area) => onCrop(cropOf(area))}
        disableAutomaticStylesInjection
        {...(!isWhole && { initialCroppedAreaPercentages: areaOf(start) })}
      />
    </div>
  )
}
