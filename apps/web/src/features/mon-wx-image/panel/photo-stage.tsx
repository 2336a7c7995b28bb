import {
  BorderOutlined,
  FullscreenOutlined,
  RotateRightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import { type WxImageDetail, wxImageEndpoints } from '@natim/contract/mon/wx-image'
import type { WxArea } from '@natim/domain/wx-image'
import { Button, Checkbox, Tooltip } from 'antd'
import { type TouchEvent, useRef, useState } from 'react'
import { useMay } from '@/resource/use-may.ts'
import { usePicture } from '../use-picture.ts'
import type { WxOrders } from '../use-wx.ts'
import styles from '../wx.module.css'
import { sizeText } from '../wx-text.ts'
import { CoverLayer } from './cover-layer.tsx'

export const MAX_ZOOM = 4
const SWIPE_PX = 60
const FIRST: WxArea = { x: 0.4, y: 0.4, w: 0.2, h: 0.2 }

export interface PhotoView {
  readonly zoom: number
  readonly turns: number
  readonly isCovering: boolean
}
export const PLAIN_VIEW: PhotoView = { zoom: 1, turns: 0, isCovering: false }

interface PhotoStageProps {
  readonly image: WxImageDetail
  readonly orders: WxOrders
  readonly view: PhotoView
  readonly onView: (change: Partial<PhotoView>) => void
  readonly onSwipe: (direction: 'next' | 'previous') => void
}

/** The picture, zoomed, rotated or covered. */
export function PhotoStage({ image, orders, view, onView, onSwipe }: PhotoStageProps) {
  const { url, hasFailed } = usePicture(image.width === null ? undefined : image.id, 'picture', image.version)
  const [areas, setAreas] = useState<WxArea[]>(image.areas)
  const mayCover = useMay(wxImageEndpoints.blur) && url !== undefined
  const stage = useRef<HTMLDivElement>(null)
  const swipe = useSwipe(onSwipe, view.zoom === 1 && !view.isCovering)
  const turn = view.isCovering ? 0 : view.turns
  return (
    <div className={styles.stageBox}>
      <div ref={stage} className={styles.stage} {...swipe}>
        {url ? (
          <div
            className={styles.canvas}
            style={{
              aspectRatio: `${image.width ?? 4} / ${image.height ?? 3}`,
              transform: `scale(${view.zoom}) rotate(${turn * 90}deg)`,
            }}
          >
            <img src={url} alt={`${image.no} 的图片`} draggable={false} />
            {view.isCovering && <CoverLayer areas={areas} onAreas={setAreas} />}
          </div>
        ) : (
          <span className={styles.broken}>
            {hasFailed || image.width === null ? '图片无法显示' : '正在载入'}
            {image.sizeBytes !== null && <small>{sizeText(image.sizeBytes)}</small>}
          </span>
        )}
        {url && image.isCovered && <span className={styles.covered}>已遮盖 {image.areas.length}</span>}
      </div>
      <div className={styles.tools} role="toolbar" aria-label="图片工具">
        <Tool
          label="放大"
          icon={<ZoomInOutlined />}
          onClick={() => onView({ zoom: Math.min(MAX_ZOOM, view.zoom + 0.5) })}
        />
        <Tool label="缩小" icon={<ZoomOutOutlined />} onClick={() => onView({ zoom: Math.max(1, view.zoom - 0.5) })} />
        <Tool label="旋转" icon={<RotateRightOutlined />} onClick={() => onView({ turns: (view.turns + 1) % 4 })} />
        {mayCover && (
          <Tool
            label="遮盖（B）"
            icon={<BorderOutlined />}
            isOn={view.isCovering}
            onClick={() => onView({ isCovering: !view.isCovering, zoom: 1 })}
          />
        )}
        <Tool label="全屏" icon={<FullscreenOutlined />} onClick={() => void stage.current?.requestFullscreen?.()} />
      </div>
      {view.isCovering && mayCover && (
        <CoverBar
          image={image}
          areas={areas}
          onAreas={setAreas}
          orders={orders}
          onDone={() => onView({ isCovering: false })}
        />
      )}
    </div>
  )
}

interface ToolProps {
  readonly label: string
  readonly icon: React.ReactNode
  readonly isOn?: boolean
  readonly onClick: () => void
}

const Tool = ({ label, icon, isOn, onClick }: ToolProps) => (
  <Tooltip title={label}>
    <Button
      type="text"
      size="small"
      aria-label={label}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      icon={icon}
      onClick={onClick}
    />
  </Tooltip>
)

interface CoverBarProps {
  readonly image: WxImageDetail
  readonly areas: readonly WxArea[]
  readonly onAreas: (areas: WxArea[]) => void
  readonly orders: WxOrders
  readonly onDone: () => void
}

/** Confirms that nothing is left to cover; without it the picture cannot be published. */
function CoverBar({ image: { id, version, isCovered }, areas, onAreas, orders, onDone }: CoverBarProps) {
  const [isAll, setIsAll] = useState(isCovered)
  const save = async () => {
    const saved = await orders.order(wxImageEndpoints.blur, { body: { id, version, areas: [...areas], isAll } })
    if (saved) onDone()
  }
  return (
    <div className={styles.coverBar}>
      <span>在图上拖出遮盖区；已有 {areas.length} 个</span>
      <Button size="small" onClick={() => onAreas([...areas, FIRST])}>
        添加
      </Button>
      <Button size="small" disabled={areas.length === 0} onClick={() => onAreas([])}>
        清空
      </Button>
      <Checkbox checked={isAll} onChange={({ target }) => setIsAll(target.checked)}>
        人脸与车牌均已遮盖
      </Checkbox>
      <Button size="small" type="primary" loading={orders.isBusy} onClick={() => void save()}>
        保存遮盖
      </Button>
    </div>
  )
}

/** On a phone a swipe to the left shows the next picture. */
function useSwipe(onSwipe: (direction: 'next' | 'previous') => void, isOn: boolean) {
  const from = useRef<number>(undefined)
  if (!isOn) return {}
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      from.current = touches.length === 1 ? touches[0]?.clientX : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const by = (changedTouches[0]?.clientX ?? 0) - (from.current ?? changedTouches[0]?.clientX ?? 0)
      if (Math.abs(by) > SWIPE_PX) onSwipe(by < 0 ? 'next' : 'previous')
    },
  }
}
