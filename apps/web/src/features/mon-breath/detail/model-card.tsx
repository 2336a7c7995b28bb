import type { BreathModel } from '@natim/contract/mon/breath'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { predictiveValues } from '@natim/domain/ppv'
import { InputNumber, Segmented } from 'antd'
import { useState } from 'react'
import { Panel } from '@/ui/panel.tsx'
import styles from '../breath.module.css'

const PREVALENCES = [0.1, 1, 5, 10]
const DEFAULT = 1
const DECIMALS = 3

/** 模型卡: performance of the model, and its predictive values at a prevalence that the reader chooses. */
export function ModelCard({ model }: { readonly model: BreathModel }) {
  const [percent, setPercent] = useState(DEFAULT)
  const { ppv, npv } = predictiveValues(model, percent / 100)
  return (
    <Panel title="模型卡" meta={`${model.name} ${model.version}`}>
      <dl className={styles.three}>
        <Fact
          label="灵敏度"
          value={formatNumber(model.sensitivity, DECIMALS)}
          note={range(model.sensitivityLow, model.sensitivityHigh)}
        />
        <Fact
          label="特异度"
          value={formatNumber(model.specificity, DECIMALS)}
          note={range(model.specificityLow, model.specificityHigh)}
        />
        <Fact label="训练人群" value={formatNumber(model.trainedOn)} note={model.population} />
      </dl>
      <div className={styles.between}>
        <span id="breath-prevalence">检测前患病率</span>
        <Segmented
          size="small"
          aria-labelledby="breath-prevalence"
          options={PREVALENCES.map((value) => ({ value, label: String(value) }))}
          value={percent}
          onChange={setPercent}
        />
        <InputNumber
          size="small"
          aria-label="自定患病率（%）"
          className={styles.own}
          min={0}
          max={100}
          value={percent}
          suffix="%"
          onChange={(value) => setPercent(value ?? DEFAULT)}
        />
      </div>
      <dl className={styles.two} aria-live="polite">
        <Share label="阳性预测值 PPV" share={ppv} decimals={1} note={wrongOf(ppv, 100, '阳性', '不是')} />
        <Share label="阴性预测值 NPV" share={npv} decimals={2} note={wrongOf(npv, 10_000, '阴性', '漏检')} />
      </dl>
      <p className={styles.caption}>{model.source}</p>
    </Panel>
  )
}

const range = (low: number, high: number) => `${low.toFixed(DECIMALS)}–${high.toFixed(DECIMALS)}`

/** `每 100 个阳性约 43 个不是`, `每万个阴性约 9 个漏检`. */
function wrongOf(share: number | null, of: number, what: string, wrong: string): string {
  if (share === null) return `没有${what}`
  const count = of === 100 ? '100 ' : '万'
  return `每 ${count}个${what}约 ${Math.round((1 - share) * of)} 个${wrong}`.replace('每 万', '每万')
}

interface FactProps {
  readonly label: string
  readonly value: string
  readonly note: string
}

const Fact = ({ label, value, note }: FactProps) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
    <dd className={styles.caption}>{note}</dd>
  </div>
)

interface ShareProps {
  readonly label: string
  readonly share: number | null
  readonly decimals: number
  readonly note: string
}

const Share = ({ label, share, decimals, note }: ShareProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {share === null ? NO_VALUE : (share * 100).toFixed(decimals)} <small>%</small>
    </dd>
    <dd aria-hidden className={styles.rail}>
      <i style={{ inlineSize: `${(share ?? 0) * 100}%` }} />
    </dd>
    <dd className={styles.caption}>{note}</dd>
  </div>
)
