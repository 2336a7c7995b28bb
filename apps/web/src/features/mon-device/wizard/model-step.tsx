import { SearchOutlined } from '@ant-design/icons'
import { DEVICE_KIND } from '@natim/contract/dict'
import type { DeviceModelRow } from '@natim/contract/mon/device-model.resource'
import { keysOf } from '@natim/domain/record'
import { Input, Radio } from 'antd'
import { useState } from 'react'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { KindIcon } from '@/ui/kind-icon.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import { useModels } from '../lookup-inputs.tsx'
import styles from './model-step.module.css'

export interface ModelStepProps {
  readonly value: DeviceModelRow | undefined
  readonly onChange: (model: DeviceModelRow) => void
}

/** Models whose name, code, vendor or kind contains the text. */
export function matchModels(models: readonly DeviceModelRow[], text: string): DeviceModelRow[] {
  const wanted = text.trim().toLowerCase()
  return models.filter((model) =>
    [model.name, model.code, model.vendor, DEVICE_KIND[model.kind]].some((part) => part.toLowerCase().includes(wanted)),
  )
}

/** The model determines kind, channels and ranges. */
export function ModelStep({ value, onChange }: ModelStepProps) {
  const { data, error, refetch } = useModels()
  const [text, setText] = useState('')
  if (!data) {
    return error ? (
      <ErrorState message={`加载失败：${error.message}`} onRetry={() => void refetch()} />
    ) : (
      <TableSkeleton />
    )
  }
  const models = matchModels(data.records, text)
  return (
    <div className={styles.step}>
      <Input
        type="search"
        aria-label="搜索型号"
        placeholder="搜索型号、厂商、类型"
        prefix={<SearchOutlined aria-hidden />}
        allowClear
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Radio.Group
        className={styles.groups}
        value={value?.id}
        onChange={(event) => {
          const model = models.find(({ id }) => id === event.target.value)
          if (model) onChange(model)
        }}
      >
        {keysOf(DEVICE_KIND).map((kind) => {
          const own = models.filter((model) => model.kind === kind)
          if (own.length === 0) return null
          return (
            <section key={kind} aria-label={DEVICE_KIND[kind]} className={styles.group}>
              <h3 className={styles.kind}>
                <KindIcon kind={kind} size={18} isDecorative />
                {DEVICE_KIND[kind]}
              </h3>
              {own.map((model) => (
                <Radio key={model.id} value={model.id} className={styles.model}>
                  <span className={styles.name}>{model.name}</span>
                  <span className={styles.facts}>
                    {model.vendor} · {model.channelCount} 个通道
                  </span>
                </Radio>
              ))}
            </section>
          )
        })}
      </Radio.Group>
      {models.length === 0 && <EmptyState title="没有查询到任何数据" />}
    </div>
  )
}
