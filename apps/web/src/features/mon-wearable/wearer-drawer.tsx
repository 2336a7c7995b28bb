import { DownOutlined, UpOutlined } from '@ant-design/icons'
import type { Severity } from '@natim/contract/dict'
import type { CallResult } from '@natim/contract/endpoint'
import {
  type CardScore,
  WEAR_SITES,
  type WearableCard,
  type WearableEntry,
  wearableEndpoints,
} from '@natim/contract/mon/wearable'
import { formatShortTime } from '@natim/domain/format'
import {
  NEWS2_ITEM_LABEL,
  NEWS2_ITEMS,
  NEWS2_RESPONSE,
  NEWS2_RISK_LABEL,
  type News2Item,
  news2Of,
  type Vitals,
} from '@natim/domain/news2'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { apiErrorOf } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useLastGood } from '@/lib/query/use-last-good.ts'
import * as R from '@/resource/index.ts'
import { ErrorBar, ErrorState } from '@/ui/error-state.tsx'
import { SeverityGlyph, severityName } from '@/ui/severity-glyph.tsx'
import { SideDrawer } from '@/ui/side-drawer.tsx'
import { Bar, Outline, times } from '@/ui/skeleton.tsx'
import { alarmListPath } from '@/widgets/alarm/alarm-path.ts'
import styles from './drawer.module.css'
import { EntryForm } from './entry-form.tsx'
import { ExposureSection } from './exposure-section.tsx'
import { Section } from './section.tsx'
import { Timeline } from './timeline.tsx'
import { isOffline, noScoreText, SEX, scoreText } from './wearable-text.ts'

const REFRESH_MS = 15_000
const REACH = { top: 12, end: 20 }

interface WearerDrawerProps {
  /** Id of the binding; empty = closed. */
  readonly id: string
  readonly isOpen: boolean
  readonly cards: readonly WearableCard[]
  readonly onShow: (id: string) => void
  readonly onClose: () => void
}

/** One wearer beside the board: the day, the seven parts of the score, and manual entries (design 36). */
export function WearerDrawer({ id, isOpen, cards, onShow, onClose }: WearerDrawerProps) {
  const query = { id, open: isOpen }
  const answer = useLastGood(
    useEndpoint(wearableEndpoints.wearer, { query }, { enabled: id !== '', refetchInterval: REFRESH_MS }),
    JSON.stringify(query),
  )
  const index = cards.findIndex((card) => card.id === id)
  const data = answer.data?.card.id === id ? answer.data : undefined
  const card = data?.card ?? cards[index]
  const step = (by: number) => () => {
    const next = cards[index + by]
    if (next) onShow(next.id)
  }
  return (
    <SideDrawer
      isOpen={id !== ''}
      onClose={onClose}
      width={412}
      reach={REACH}
      isFullOnPhone
      title={
        <span className={styles.title}>
          {card ? <Level card={card} /> : '佩戴者'}
          <span className={styles.steps}>
            <Button
              type="text"
              size="small"
              aria-label="上一位"
              icon={<UpOutlined />}
              disabled={index <= 0}
              onClick={step(-1)}
            />
            <Button
              type="text"
              size="small"
              aria-label="下一位"
              icon={<DownOutlined />}
              disabled={index < 0 || index >= cards.length - 1}
              onClick={step(1)}
            />
          </span>
        </span>
      }
    >
      {card && <Facts card={card} boundFrom={data?.boundFrom ?? null} position={data?.position ?? null} />}
      {answer.error && data && <ErrorBar message={answer.error.message} onRetry={answer.retry} />}
      {data ? (
        <Content key={id} data={data} isOpen={isOpen} onEnd={onClose} />
      ) : answer.error ? (
        <ErrorState message={answer.error.message} onRetry={answer.retry} />
      ) : (
        <Outline className={styles.section}>
          {times(8, (i) => (
            <Bar key={i} width="100%" line={26} />
          ))}
        </Outline>
      )}
    </SideDrawer>
  )
}

const Level = ({ card }: { readonly card: WearableCard }) => {
  const severity = noScoreText(card) === undefined ? (card.score?.severity ?? null) : null
  if (severity === null) return <span>佩戴者</span>
  return (
    <span className={styles.level}>
      <SeverityGlyph level={severity as Severity} size={18} isDecorative /> {severityName(severity as Severity)}
    </span>
  )
}

interface FactsProps {
  readonly card: WearableCard
  readonly boundFrom: string | null
  readonly position: Wearer['position']
}

const Facts = ({ card, boundFrom, position }: FactsProps) => (
  <div className={styles.facts}>
    <b className={styles.code}>{card.subjectCode}</b>
    <span>
      {card.ageBand === null ? '年龄段未知，按成人' : `${card.ageBand} 岁`} · {SEX[card.sex] ?? ''}
    </span>
    <span className={styles.place}>
      {card.place} · {card.unit} · {WEAR_SITES[card.site]} · 电量{' '}
      {card.batteryPct === null ? '—' : `${card.batteryPct} %`}
      {card.clientId !== null && ` · ${card.clientId}`}
      {boundFrom !== null && ` · 绑定 ${boundFrom.slice(5, 16)} 起`}
      {position && ` · 位置 ${position.lng.toFixed(4)}, ${position.lat.toFixed(4)}`}
    </span>
  </div>
)

type Wearer = CallResult<typeof wearableEndpoints.wearer>

interface ContentProps {
  readonly data: Wearer
  readonly isOpen: boolean
  readonly onEnd: () => void
}

function Content({ data, isOpen, onEnd }: ContentProps) {
  const { card, entries, alarms, hasScaleOrder } = data
  const [draft, setDraft] = useState<Partial<Vitals>>({})
  const mayEnter = R.useMay(wearableEndpoints.enter)
  return (
    <>
      {isOpen ? (
        <Timeline id={card.id} />
      ) : (
        <Section title="24 小时">
          <p className={styles.quiet}>曲线含确切时间，打开「显示受试者码与确切时间」后可见。</p>
        </Section>
      )}
      <Parts card={card} draft={draft} />
      {mayEnter && card.exclusion === null && (
        <EntryForm
          card={card}
          hasScaleOrder={hasScaleOrder}
          onDraft={setDraft}
          preview={<Preview card={card} draft={draft} />}
        />
      )}
      <ExposureSection id={card.id} isOpen={isOpen} />
      {alarms.length > 0 && <Alarms alarms={alarms} />}
      {entries.length > 0 && <Entries entries={entries} />}
      <Bindings data={data} onEnd={onEnd} />
    </>
  )
}

const NOTHING: Vitals = {
  rr: null,
  spo2: null,
  spo2Scale: 1,
  onOxygen: null,
  sbp: null,
  hr: null,
  consciousness: null,
  temp: null,
}

interface PartsProps {
  readonly card: WearableCard
  readonly draft: Partial<Vitals>
}

/** The scored window part by part; unsaved input is shown separately. */
function Parts({ card, draft }: PartsProps) {
  const { score } = card
  const without = noScoreText(card)
  const held = score?.vitals ?? NOTHING
  const shown: Vitals = { ...held, ...draft }
  const isDraft = Object.keys(draft).length > 0
  const points = isDraft ? NEWS2_ITEMS.map((item) => news2Of(shown).parts[item]) : (score?.points ?? [])
  return (
    <Section title="NEWS2 分项" meta={without ?? (score && <Window score={score} />)}>
      <table className={styles.parts}>
        <tbody>
          {NEWS2_ITEMS.map((item, index) => {
            const part = points[index] ?? null
            const isUnsaved = ENTERED[item] !== undefined && ENTERED[item] in draft
            return (
              <tr key={item}>
                <th scope="row">
                  {NEWS2_ITEM_LABEL[item]}
                  {item === 'spo2' && ` 标度 ${shown.spo2Scale}`}
                </th>
                <td>{valueText(item, shown)}</td>
                <td data-unsaved={isUnsaved || undefined}>{part === null ? '缺' : `${part} 分`}</td>
                <td>{isUnsaved ? <u>待保存</u> : sourceText(item, held)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {held.temp === null && card.skin !== null && (
        <p className={styles.quiet}>体表 {card.skin.toFixed(1)} ℃ 不计分：不能代替体温。</p>
      )}
      <p className={styles.quiet}>5 分钟有效样本的中位数。NEWS2 © Royal College of Physicians, 2017</p>
    </Section>
  )
}

const Window = ({ score }: { readonly score: CardScore }) => (
  <>
    {score.windowMs !== null && `${formatShortTime(score.windowMs)} 窗口 · `}
    {scoreText(score)} · {score.total} 分
  </>
)

/** Vitals entered manually, by part of the score. */
const ENTERED: Partial<Record<News2Item, keyof Vitals>> = {
  oxygen: 'onOxygen',
  sbp: 'sbp',
  consciousness: 'consciousness',
}

function valueText(item: News2Item, vitals: Vitals): string {
  if (item === 'oxygen') return vitals.onOxygen === null ? '—' : vitals.onOxygen ? '吸氧' : '空气'
  if (item === 'consciousness') return vitals.consciousness ?? '—'
  const value = vitals[item]
  return value === null ? '—' : `${value.toFixed(item === 'temp' ? 1 : 0)} ${UNITS[item]}`
}

const UNITS = { rr: '次/分', spo2: '%', sbp: 'mmHg', hr: '次/分', temp: '℃' } as const

function sourceText(item: News2Item, vitals: Vitals): string {
  const key = ENTERED[item]
  if (key !== undefined) return vitals[key] === null ? '待补录' : '护士补录'
  return vitals[item as 'rr'] === null ? '未测得' : '设备'
}

/** Latest values, used before the first window ends. */
const newestOf = ({ vitals }: WearableCard): Vitals => ({
  ...NOTHING,
  rr: vitals.rr?.value ?? null,
  spo2: vitals.spo2?.value ?? null,
  hr: vitals.hr?.value ?? null,
  temp: vitals.temp?.value ?? null,
})

/** The score that would result from the unsaved entry. */
function Preview({ card, draft }: PartsProps) {
  const isWhole = ['sbp', 'onOxygen', 'consciousness'].every((key) => key in draft)
  if (!isWhole || isOffline(card)) return null
  const held = card.score?.vitals ?? newestOf(card)
  const before = news2Of(held)
  const after = news2Of({ ...held, ...draft })
  const known = 7 - after.missing.length
  return (
    <p className={styles.preview}>
      <span>
        保存后 {before.total} {7 - before.missing.length}/7 → <b>{after.total}</b> {known === 7 ? '完整' : '部分'}{' '}
        {known}/7
        {after.risk && ` · ${NEWS2_RISK_LABEL[after.risk]}`}
      </span>
      <span>{after.risk ? NEWS2_RESPONSE[after.risk] : '评分不全，不判低风险'}</span>
    </p>
  )
}

const Alarms = ({ alarms }: { readonly alarms: Wearer['alarms'] }) => (
  <Section title="报警" meta="本次绑定以来">
    <ul className={styles.list}>
      {alarms.map(({ id, severity, title, tsMs, isActive }) => (
        <li key={id}>
          <SeverityGlyph level={severity} size={14} />
          <Link to={alarmListPath({}, id)}>{title}</Link>
          <span>
            {formatShortTime(tsMs)} · {isActive ? '未恢复' : '已恢复'}
          </span>
        </li>
      ))}
    </ul>
  </Section>
)

const Entries = ({ entries }: { readonly entries: readonly WearableEntry[] }) => (
  <Section title="护士补录" meta="24 小时">
    <ul className={styles.list}>
      {entries.map(({ id, tsMs, sbp, dbp, onOxygen, consciousness, spo2Scale, madeName }) => (
        <li key={id}>
          <span>{formatShortTime(tsMs)}</span>
          <span>
            {sbp}/{dbp} mmHg · {onOxygen ? '吸氧' : '空气'} · {consciousness} · 标度 {spo2Scale}
          </span>
          <span>{madeName}</span>
        </li>
      ))}
    </ul>
  </Section>
)

function Bindings({ data, onEnd }: { readonly data: Wearer; readonly onEnd: () => void }) {
  const client = useQueryClient()
  const notify = useNotify()
  const mayEnd = R.useMay(wearableEndpoints.unbind)
  const unbind = async () => {
    try {
      notify.line((await callWithMessage(wearableEndpoints.unbind, { body: { id: data.card.id } })).message, 'success')
      onEnd()
    } catch (error) {
      notify.line(apiErrorOf(error).message, 'warning')
    }
    await client.invalidateQueries({ queryKey: [wearableEndpoints.board.path] })
  }
  if (data.bindings.length === 0 && !mayEnd) return null
  return (
    <Section title="绑定记录" meta="绑定时段之外的数据不属于任何人">
      <ul className={styles.list}>
        {data.bindings.map(({ id, clientId, boundFrom, boundTo, unit }) => (
          <li key={id}>
            <span>{clientId}</span>
            <span>
              {boundFrom.slice(0, 16)} – {boundTo?.slice(0, 16) ?? '至今'}
            </span>
            <span>{unit}</span>
          </li>
        ))}
      </ul>
      {mayEnd && (
        <Popconfirm title="解除后，设备的新数据不再属于这位受试者" okText="解除" cancelText="取消" onConfirm={unbind}>
          <Button size="small">解除绑定</Button>
        </Popconfirm>
      )}
    </Section>
  )
}
