import { WarningOutlined } from '@ant-design/icons'
import type { WxImage } from '@natim/contract/mon/wx-image'
import { WX_CATEGORIES, WX_DOUBTS, WX_FAULTS, WX_STATES } from '@natim/domain/wx-image'
import { Checkbox } from 'antd'
import { usePicture } from './use-picture.ts'
import styles from './wx.module.css'
import { clockText, nearText, placeText } from './wx-text.ts'

export interface CardProps {
  readonly image: WxImage
  readonly isOpen: boolean
  readonly isShown: boolean
  readonly isMarked: boolean
  /** Absent = not selectable. */
  readonly onMark?: ((isMarked: boolean) => void) | undefined
  readonly onShow: () => void
}

const RATIO = 4 / 3

/** The picture from edge to edge, and two lines about it. */
export function Card({ image, isOpen, isShown, isMarked, onMark, onShow }: CardProps) {
  const name = WX_CATEGORIES[image.category]
  return (
    <article className={styles.card} data-shown={isShown || undefined}>
      <button
        type="button"
        className={styles.picture}
        style={{ aspectRatio: ratioOf(image) }}
        aria-label={`查看 ${image.no} ${name}`}
        aria-pressed={isShown}
        onClick={onShow}
      >
        <Thumb image={image} />
        <Marks image={image} />
      </button>
      {onMark && (
        <Checkbox
          className={styles.mark ?? ''}
          aria-label={`选择 ${image.no}`}
          checked={isMarked}
          onChange={({ target }) => onMark(target.checked)}
        />
      )}
      <div className={styles.words}>
        <span>
          <b>{name}</b> {placeText(image)}
          <time className="num">{clockText(image.shotMs, isOpen)}</time>
        </span>
        <span>{nearText(image.near, isOpen)}</span>
      </div>
    </article>
  )
}

export const ratioOf = ({ width, height }: Pick<WxImage, 'width' | 'height'>): number =>
  width === null || height === null ? RATIO : Math.min(2.2, Math.max(0.6, width / height))

export function Thumb({ image }: { readonly image: Pick<WxImage, 'id' | 'width' | 'isCovered'> }) {
  const { url, hasFailed } = usePicture(image.width === null ? undefined : image.id, 'thumb', image.isCovered)
  if (url) return <img src={url} alt="" />
  return <span className={styles.blank}>{hasFailed || image.width === null ? '图片无法显示' : ''}</span>
}

function Marks({ image }: { readonly image: WxImage }) {
  const { doubts, dupOf, copies, similar, fault, state } = image
  return (
    <span className={styles.tags}>
      {doubts.length > 0 && (
        <i data-tone="warning" title={doubts.map((doubt) => WX_DOUBTS[doubt]).join('、')}>
          <WarningOutlined aria-hidden /> 存疑
        </i>
      )}
      {(copies > 0 || dupOf !== null) && <i>重复 {Math.max(1, copies)}</i>}
      {similar > 0 && <i>相近 {similar}</i>}
      {fault !== null && fault !== 'duplicate' && <i title={WX_FAULTS[fault]}>{WX_FAULTS[fault]}</i>}
      {state !== 'pending' && fault === null && <i>{WX_STATES[state]}</i>}
    </span>
  )
}
