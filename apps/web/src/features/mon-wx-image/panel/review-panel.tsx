import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { type WxImage, type WxImageDetail, wxImageEndpoints } from '@natim/contract/mon/wx-image'
import { formatGmt8 } from '@natim/domain/time'
import { nextWxState, WX_CATEGORIES, WX_STATES } from '@natim/domain/wx-image'
import { Button, type InputRef } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isTyping } from '@/lib/is-typing.ts'
import { useNotify } from '@/lib/notify.ts'
import { useMay } from '@/resource/use-may.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import { Tag } from '@/ui/tag.tsx'
import { useWxImage, useWxOrders } from '../use-wx.ts'
import styles from '../wx.module.css'
import { Around } from './around.tsx'
import { Decision, type Draft, draftOf, lackOf, redecided } from './decision.tsx'
import { Doubts, Facts } from './facts.tsx'
import { MAX_ZOOM, PhotoStage, type PhotoView, PLAIN_VIEW } from './photo-stage.tsx'

export interface ReviewPanelProps {
  readonly id: string
  /** Position in the list: `3 / 26`. */
  readonly at: number
  readonly total: number
  readonly onStep: (direction: string) => void
  readonly onShow: (id: string) => void
  readonly onClose: () => void
  readonly onDecided: (image: WxImage, message: string) => void
}

/** One picture with everything needed to decide on it (design 39). */
export function ReviewPanel(props: ReviewPanelProps) {
  const { id, at, total, onStep, onClose } = props
  const mayOpen = useMay(wxImageEndpoints.original)
  const { image, error, refetch } = useWxImage(id, mayOpen)
  return (
    <section className={styles.panel} aria-label="图片审核">
      <header className={styles.panelHead}>
        <div>
          <h2>
            {image ? (
              <>
                {WX_CATEGORIES[image.category]} · <span className={styles.no}>{image.no}</span>
              </>
            ) : (
              '图片'
            )}
            {image && <Tag tone={image.state === 'pending' ? 'info' : 'neutral'}>{WX_STATES[image.state]}</Tag>}
            {image && <Tag>{`风险 ${image.risk.toFixed(2)}`}</Tag>}
          </h2>
          {image && <p title={image.text}>{image.text ? `留言：${image.text}` : '没有留言'}</p>}
        </div>
        <span className={styles.pager}>
          {at >= 0 && <span className="num">{`${at + 1} / ${total}`}</span>}
          <Button
            type="text"
            size="small"
            aria-label="上一张"
            icon={<UpOutlined />}
            onClick={() => onStep('previous')}
          />
          <Button type="text" size="small" aria-label="下一张" icon={<DownOutlined />} onClick={() => onStep('next')} />
          <Button type="text" size="small" aria-label="关闭" icon={<CloseOutlined />} onClick={onClose} />
        </span>
      </header>
      {error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : image ? (
        // The key resets drawings and input when the picture or its state changes.
        <Body key={`${image.id} ${image.state}`} {...props} image={image} />
      ) : (
        <BlockSkeleton height={420} />
      )}
    </section>
  )
}

function Body({ image, onStep, onShow, onClose, onDecided }: ReviewPanelProps & { readonly image: WxImageDetail }) {
  const orders = useWxOrders()
  const notify = useNotify()
  const [draft, setDraft] = useState(() => draftOf(image))
  const [view, setView] = useState<PhotoView>(PLAIN_VIEW)
  const reason = useRef<InputRef>(null)
  const mayReview = useMay(wxImageEndpoints.review)
  const change = (next: Partial<PhotoView>) => setView((held) => ({ ...held, ...next }))
  const submit = (given: Draft) => decide(image, given, orders, onDecided)
  const keys: Readonly<Record<string, () => void>> = {
    j: () => onStep('next'),
    k: () => onStep('previous'),
    b: () => change({ isCovering: !view.isCovering, zoom: 1 }),
    '+': () => change({ zoom: Math.min(MAX_ZOOM, view.zoom + 0.5) }),
    '=': () => change({ zoom: Math.min(MAX_ZOOM, view.zoom + 0.5) }),
    '-': () => change({ zoom: Math.max(1, view.zoom - 0.5) }),
    escape: () => (view.isCovering ? change({ isCovering: false }) : onClose()),
    ...(mayReview &&
      nextWxState(image.state, 'approve') !== undefined && {
        a: () => void submit(draft.decision === 'approve' ? draft : redecided(draft, 'approve')),
        r: () => {
          if (draft.decision === 'reject' && lackOf(draft) === undefined) return void submit(draft)
          setDraft(redecided(draft, 'reject'))
          reason.current?.focus()
          return undefined
        },
      }),
  }
  useKeys(keys, () => notify.line('未知的操作', 'warning'))
  return (
    <div className={styles.body}>
      <div className={styles.top}>
        <PhotoStage key={image.version} image={image} orders={orders} view={view} onView={change} onSwipe={onStep} />
        <Facts image={image} />
      </div>
      <Doubts image={image} orders={orders} />
      <Around image={image} onShow={onShow} />
      <Decision
        image={image}
        draft={draft}
        onDraft={setDraft}
        orders={orders}
        reasonRef={reason}
        onSubmit={() => void submit(draft)}
      />
      <Trail image={image} />
    </div>
  )
}

/** Sends a decision, then publishes if requested: publishing needs the version that the decision created. */
async function decide(
  { id, version, isCovered }: WxImageDetail,
  { isPublic, ...given }: Draft,
  { order }: ReturnType<typeof useWxOrders>,
  onDecided: ReviewPanelProps['onDecided'],
): Promise<void> {
  const decided = await order(wxImageEndpoints.review, { body: { id, version, ...given } }, { isQuiet: true })
  if (!decided) return
  let image = decided.result
  if (isPublic && isCovered && given.decision === 'approve') {
    const body = { id, version: image.version, isPublic: true }
    image = (await order(wxImageEndpoints.publish, { body }, { isQuiet: true }))?.result ?? image
  }
  onDecided(image, decided.message)
}

/** Single-key shortcuts, inactive while typing or while a dialog is open. */
function useKeys(keys: Readonly<Record<string, () => void>>, onUnknown: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null) return
    const act = keys[event.key.toLowerCase()]
    if (act === undefined) {
      if (/^[a-z]$/i.test(event.key)) onUnknown()
      return
    }
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const handle = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [])
}

const Trail = ({ image }: { readonly image: WxImageDetail }) => (
  <ol className={styles.trail} aria-label="处理记录">
    {image.log.map(({ id, atMs, action, who, note }) => (
      <li key={id}>
        <time className="num">{formatGmt8(atMs).slice(5, 16)}</time> {action} · {who}
        {note && ` · ${note}`}
      </li>
    ))}
  </ol>
)
