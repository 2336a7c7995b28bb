import type { QueryLine, SavedQuery } from '@natim/contract/super-query'
import { useState } from 'react'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { AdvancedQuery } from './advanced-query.tsx'
import type { ActiveQuery } from './query-draft.ts'
import type { QueryField } from './query-field.ts'
import { QueryLineRow } from './query-line-row.tsx'
import { QuerySentence } from './query-sentence.tsx'
import { SavedList } from './saved-list.tsx'

const OPTIONS = [
  { value: 'park', text: '化工园区' },
  { value: 'port', text: '口岸' },
]
const FIELDS: readonly QueryField[] = [
  { field: 'name', label: '站点名称' },
  { field: 'stationType', label: '站点类型', type: 'list', options: OPTIONS },
  { field: 'createTime', label: '创建时间', type: 'datetime' },
  { field: 'population', label: '5 km 人口', type: 'number' },
  { field: 'channel', label: '通道', children: [{ field: 'name', label: '通道名称' }] },
]
const LINES: readonly [QueryLine, QueryLine, QueryLine] = [
  { field: 'stationType', rule: 'in', val: ['park', 'port'], type: 'list', options: OPTIONS },
  { field: 'createTime', rule: 'ge', val: '2026-11-01 00:00:00', type: 'datetime' },
  { field: 'name', rule: 'right_like', val: '江北' },
]
const ACTIVE: ActiveQuery = { matchType: 'and', records: [{ field: 'name', rule: 'like', val: '江北' }] }
const saved = (title: string): SavedQuery => ({ title, ...ACTIVE })

function Button({ initial }: { readonly initial?: ActiveQuery }) {
  const [value, setValue] = useState(initial)
  return (
    <AdvancedQuery
      fields={FIELDS}
      saveCode="gallery"
      value={value}
      onSearch={setValue}
      onReset={() => setValue(undefined)}
    />
  )
}

function Line({ line: given, isHinted = false }: { readonly line: QueryLine; readonly isHinted?: boolean }) {
  const [line, setLine] = useState(given)
  return (
    <ul>
      <QueryLineRow
        fields={FIELDS}
        line={line}
        place={1}
        isHinted={isHinted}
        onChange={setLine}
        onAdd={() => undefined}
        onRemove={() => undefined}
      />
    </ul>
  )
}

const nothing = () => undefined

export const gallery: GalleryEntry = {
  title: '高级查询',
  note: '条件、含义、已存查询；值的控件随字段类型变化',
  states: [
    { name: '无条件', render: () => <Button /> },
    { name: '生效中', render: () => <Button initial={ACTIVE} /> },
    { name: '空条件行', span: 16, render: () => <Line line={{ rule: 'eq' }} /> },
    { name: '文本', span: 16, render: () => <Line line={LINES[2]} /> },
    { name: '多值', span: 16, render: () => <Line line={LINES[0]} /> },
    { name: '空值提示', span: 16, render: () => <Line line={{ field: 'name', rule: 'like' }} isHinted /> },
    {
      name: '含义',
      span: 16,
      render: () => <QuerySentence lines={LINES} matchType="and" fields={FIELDS} />,
    },
    { name: '已存查询（无）', span: 6, render: () => <SavedList queries={[]} onLoad={nothing} onRemove={nothing} /> },
    {
      name: '已存查询（长名称）',
      span: 6,
      render: () => (
        <SavedList
          queries={[saved('近 20 天登录'), saved('江苏片区化工园区在用站点'.repeat(3))]}
          onLoad={nothing}
          onRemove={nothing}
        />
      ),
    },
  ],
}
