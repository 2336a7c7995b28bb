import { deviceModel } from '@natim/contract/mon/device-model.resource'
import * as R from '@/resource/index.ts'
import { TemplateControl } from './template-control.tsx'

const models = R.fromContract(deviceModel, {
  fields: {
    channelTemplate: {
      widget: { kind: 'choice', Control: TemplateControl },
      render: (row) => (
        <R.TextCell>{row.channelTemplate.map(({ metricCode }) => metricCode).join('、') || '—'}</R.TextCell>
      ),
    },
  },
})
const EDITOR_PX = 960

/** 设备型号: templates of new devices. */
export default function ModelListPage() {
  return <R.ListPage resource={models} editorWidth={EDITOR_PX} />
}
