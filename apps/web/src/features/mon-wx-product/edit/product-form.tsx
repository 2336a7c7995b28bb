import { wxProductEndpoints } from '@natim/contract/mon/wx-product'
import { PROVINCES } from '@natim/domain/regions'
import { MAX_WX_SUMMARY, MAX_WX_TITLE, WX_AUDIENCES, WX_PRODUCT_TYPES } from '@natim/domain/wx-product'
import { Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { serverNow } from '@/lib/clock.ts'
import { optionsOf } from '@/lib/options.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useDebounced } from '@/lib/use-debounced.ts'
import { minuteText } from '../wx-text.ts'
import { CoverField } from './cover-field.tsx'
import { templateOf, type WxDraft } from './draft.ts'
import styles from './edit.module.css'

export interface ProductFormProps {
  readonly draft: WxDraft
  /** Nothing has been edited yet: changing the type applies its template. */
  readonly isFresh: boolean
  /** Stored number of the cause. */
  readonly causeNo: string | undefined
  readonly onChange: (patch: Partial<WxDraft>) => void
}

const REGIONS = [{ value: '', label: '全国' }, ...PROVINCES.map(({ code, name }) => ({ value: code, label: name }))]
const SEVERITIES = [1, 2, 3, 4, 5].map((value) => ({ value, label: `${value} 级` }))

/** Type, audience and cover of a product. */
export function ProductForm({ draft, isFresh, causeNo, onChange }: ProductFormProps) {
  return (
    <Form layout="vertical" component="div" className={styles.form}>
      <Form.Item label="标题" required className={styles.wide}>
        <Input
          aria-label="标题"
          showCount
          maxLength={MAX_WX_TITLE}
          value={draft.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Form.Item>
      <Form.Item label="摘要" className={styles.wide}>
        <Input.TextArea
          aria-label="摘要"
          showCount
          autoSize={{ minRows: 2, maxRows: 3 }}
          maxLength={MAX_WX_SUMMARY}
          value={draft.summary}
          onChange={(event) => onChange({ summary: event.target.value })}
        />
      </Form.Item>
      <Form.Item label="类型">
        <Select
          aria-label="类型"
          value={draft.type}
          options={optionsOf(WX_PRODUCT_TYPES)}
          onChange={(type) =>
            onChange({
              type,
              ...(type !== 'warning' && { severity: null, cause: null }),
              ...(isFresh && { blocks: templateOf(type, serverNow()) }),
            })
          }
        />
      </Form.Item>
      <ReachFields draft={draft} onChange={onChange} />
      {draft.type === 'warning' && <WarningFields draft={draft} causeNo={causeNo} onChange={onChange} />}
      <Form.Item label="封面（可空）" className={styles.wide}>
        <CoverField cover={draft.cover} onChange={(cover) => onChange({ cover })} />
      </Form.Item>
    </Form>
  )
}

/** Region, audience, and the drill flag. */
const ReachFields = ({ draft, onChange }: Pick<ProductFormProps, 'draft' | 'onChange'>) => (
  <>
    <Form.Item label="区域">
      <Select
        aria-label="区域"
        showSearch
        optionFilterProp="label"
        value={draft.regionCode}
        options={REGIONS}
        onChange={(regionCode) => onChange({ regionCode })}
      />
    </Form.Item>
    <Form.Item label="受众">
      <Select
        aria-label="受众"
        value={draft.audience}
        options={optionsOf(WX_AUDIENCES)}
        onChange={(audience) => onChange({ audience })}
      />
    </Form.Item>
    <Form.Item label="演练">
      <Checkbox checked={draft.drill} onChange={(event) => onChange({ drill: event.target.checked })}>
        演练内容，不对外发布
      </Checkbox>
    </Form.Item>
  </>
)

const TYPING_MS = 300

function WarningFields({ draft, causeNo, onChange }: Omit<ProductFormProps, 'isFresh'>) {
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed, TYPING_MS)
  const { data, isFetching } = useEndpoint(wxProductEndpoints.causes, { query: { text } })
  const found = (data ?? []).map(({ kind, id, no, title, severity, drill, tsMs }) => ({
    value: `${kind}:${id}`,
    label: `${no} ${severity} 级 ${title}${drill ? '（演练）' : ''} ${minuteText(tsMs)}`,
  }))
  const value = draft.cause ? `${draft.cause.kind}:${draft.cause.id}` : undefined
  const isKnown = value === undefined || found.some((option) => option.value === value)
  return (
    <>
      <Form.Item label="预警级别" required>
        <Select
          aria-label="预警级别"
          placeholder="请选择"
          value={draft.severity ?? undefined}
          options={SEVERITIES}
          onChange={(severity) => onChange({ severity })}
        />
      </Form.Item>
      <Form.Item
        label="依据（1–2 级必填）"
        className={styles.two}
        extra="1–2 级预警由国家值班员批准，且不能高于所依据的报警或事件"
      >
        <Select
          aria-label="依据"
          showSearch
          allowClear
          filterOption={false}
          loading={isFetching}
          placeholder="输入报警或核生化事件的编号、名称"
          notFoundContent="没有符合的报警或事件"
          value={value}
          options={isKnown ? found : [{ value, label: causeNo ?? '所选事件' }, ...found]}
          onSearch={setTyped}
          onChange={(next?: string) => {
            const [kind, id] = next?.split(':') ?? []
            onChange({ cause: (kind === 'alarm' || kind === 'nbc') && id ? { kind, id } : null })
          }}
        />
      </Form.Item>
    </>
  )
}
