import { CheckOutlined, MinusOutlined } from '@ant-design/icons'
import type { NbcRad, NbcRainCheck } from '@natim/contract/mon/nbc'
import { formatNumber, formatShortTime, NO_VALUE } from '@natim/domain/format'
import { RAIN_MAX_TIMES, RAINY_MM } from '@natim/domain/nbc/rain'
import { Age } from '@/ui/age.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import { Tag } from '@/ui/tag.tsx'
import styles from './data.module.css'
import { OilRail } from './oil-rail.tsx'

/** The latest reading, the other metric beside it, and the OIL rail. */
export function CurrentPanel({ data: { current, absorbed, oils } }: { readonly data: NbcRad }) {
  return (
    <Panel title="当前" actions={current && <Age tsMs={current.tsMs} />}>
      <div className={styles.current}>
        <span className={styles.figure}>
          {current ? formatNumber(current.v, 3) : NO_VALUE} <small>µSv/h</small>
        </span>
        <span className="t-caption">空气吸收 {absorbed ? `${formatNumber(absorbed.v, 0)} nGy/h` : '未测'}</span>
      </div>
      <OilRail value={current?.v ?? null} oils={oils} />
    </Panel>
  )
}

interface Condition {
  readonly label: string
  /** null = unknown. */
  readonly holds: boolean | null
  readonly text: string
}

/** Why 疑似降雨 applies or not: one condition per line, with the measured value. Undefined while loading. */
export function RainPanel({ check }: { readonly check: NbcRainCheck | null | undefined }) {
  if (check === undefined)
    return (
      <Panel title="疑似降雨">
        <BlockSkeleton height={120} />
      </Panel>
    )
  if (check === null)
    return (
      <Panel title="为什么标疑似降雨">
        <EmptyState title="没有剂量率数据" />
      </Panel>
    )
  return (
    <Panel title={check.isRain ? '为什么标疑似降雨' : '为什么不标疑似降雨'} meta={formatShortTime(check.atMs)} isFlush>
      <ul className={styles.conditions}>
        {conditionsOf(check).map(({ label, holds, text }) => (
          <li key={label} data-holds={holds ?? undefined}>
            <span aria-hidden>{holds ? <CheckOutlined /> : <MinusOutlined />}</span>
            <b>{label}</b>
            <span className="visually-hidden">{holds === null ? '无法判断' : holds ? '成立' : '不成立'}</span>
            <span className="t-caption">{text}</span>
          </li>
        ))}
        <li>
          <span aria-hidden>
            <MinusOutlined />
          </span>
          <b>邻站同步</b>
          <span className="t-caption">
            {check.neighbours.length === 0
              ? '50 km 内无邻站基线'
              : check.neighbours.map(({ name, times }) => `${name} ×${formatNumber(times, 1)}`).join('，')}
          </span>
        </li>
      </ul>
    </Panel>
  )
}

export function conditionsOf({ conditions, rainMm, earlierMm, figure, usual }: NbcRainCheck): Condition[] {
  return [
    {
      label: '降雨 60 分钟内开始',
      holds: conditions.rain,
      text:
        rainMm === null
          ? '本站没有雨量计'
          : `近 1 h ${formatNumber(rainMm, 1)} mm，此前 1 h ${formatNumber(earlierMm ?? 0, 1)} mm（>${RAINY_MM} mm）`,
    },
    {
      label: `升幅低于 ×${RAIN_MAX_TIMES}`,
      holds: conditions.rise,
      text:
        figure === null || usual === null
          ? '没有基线'
          : `×${formatNumber(figure / usual, 2)}，${formatNumber(usual, 3)} → ${formatNumber(figure, 3)}`,
    },
    {
      label: '能谱无人工核素',
      holds: conditions.spectrum,
      text: conditions.spectrum ? '1 h 内能谱未报人工核素' : '1 h 内能谱报出人工核素',
    },
  ]
}

export const RainTag = ({ check }: { readonly check: NbcRainCheck | null }) =>
  check?.isRain ? <Tag>疑似降雨</Tag> : null
