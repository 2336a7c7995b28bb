import type { WxCover } from '@natim/contract/mon/wx-product'
import { Button } from 'antd'
import { useState } from 'react'
import { lazyPart } from '@/lib/lazy-part.ts'
import { ImageUpload } from '@/widgets/upload/image-upload.tsx'
import { Cropped } from '../phone-frame.tsx'
import styles from './edit.module.css'

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog)
const WHOLE = [0, 0, 1, 1] as const

interface CoverFieldProps {
  readonly cover: WxCover | null
  readonly onChange: (cover: WxCover | null) => void
}

/** The cover picture with its crops for the article and for lists; without one the account shows a plain cover. */
export function CoverField({ cover, onChange }: CoverFieldProps) {
  const [isCropping, setIsCropping] = useState(false)
  const take = (path: string) => {
    if (path === (cover?.path ?? '')) return
    onChange(path === '' ? null : { path, wide: [...WHOLE], square: [...WHOLE] })
    setIsCropping(path !== '')
  }
  return (
    <>
      <ImageUpload
        aria-label="封面"
        biz="wx"
        value={cover?.path ?? ''}
        onChange={(path) => take(typeof path === 'string' ? path : '')}
      />
      {cover && (
        <>
          <div className={styles.covers}>
            <figure>
              <Cropped cover={cover} crop={cover.wide} ratio={2.35} alt="文章封面" />
              <figcaption>文章封面 2.35:1</figcaption>
            </figure>
            <figure>
              <Cropped cover={cover} crop={cover.square} ratio={1} alt="列表封面" />
              <figcaption>列表封面 1:1</figcaption>
            </figure>
          </div>
          <Button type="link" onClick={() => setIsCropping(true)}>
            裁剪封面
          </Button>
        </>
      )}
      {cover && isCropping && (
        <CropDialog
          cover={cover}
          onCrop={(next) => {
            onChange(next)
            setIsCropping(false)
          }}
          onClose={() => setIsCropping(false)}
        />
      )}
    </>
  )
}
