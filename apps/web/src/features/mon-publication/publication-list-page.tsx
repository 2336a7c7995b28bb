import { OPEN_FORMATS, publication } from '@natim/contract/mon/publication.resource'
import { METRICS } from '@natim/domain/metrics'
import { optionsOf } from '@/lib/options.ts'
import type { ControlProps } from '@/resource/index.ts'
import * as R from '@/resource/index.ts'
import { Tag } from '@/ui/tag.tsx'

const FORMATS = optionsOf(OPEN_FORMATS)
/** Metrics that may be published (domain §2: no personal data, no NBC). */
const OPEN = METRICS.filter(({ category }) => category === 'air' || category === 'tox' || category === 'met')
const NAMES = new Map(OPEN.map(({ code, nameCn }) => [code, nameCn]))
const OPTIONS = OPEN.map(({ code, nameCn }) => ({ value: code, label: nameCn }))

const MetricsControl = (props: ControlProps<string[]>) => (
  <R.ManySelect {...props} placeholder="全部可发布的因子" options={OPTIONS} />
)

const publications = R.fromContract(publication, {
  fields: {
    status: {
      render: (row) => (
        <Tag tone={row.status === 'on' ? 'success' : 'neutral'}>{row.status === 'on' ? '启用' : '停用'}</Tag>
      ),
    },
    delayMin: { render: (row) => (row.delayMin === 0 ? '无' : `${row.delayMin} min`) },
    formats: {
      widget: { kind: 'choice', Control: R.checksControl(FORMATS, '格式') },
      render: (row) => row.formats.map((format) => OPEN_FORMATS[format]).join('、'),
    },
    metrics: {
      widget: { kind: 'choice', Control: MetricsControl },
      render: (row) => (
        <R.TextCell>{row.metrics.map((code) => NAMES.get(code) ?? code).join('、') || '全部'}</R.TextCell>
      ),
    },
  },
})

/** 发布: delay and review state at which data is published. */
export default function PublicationListPage() {
  return <R.ListPage resource={publications} isOpenable />
}
