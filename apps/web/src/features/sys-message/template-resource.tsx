import { TEMPLATE_TYPE } from '@natim/contract/dict'
import { templateImportEndpoints } from '@natim/contract/system/import'
import { templateEndpoints, templateForm } from '@natim/contract/system/message'
import * as R from '@/resource/index.ts'
import { Tag } from '@/ui/tag.tsx'
import { plainText } from './plain-text.ts'
import { TemplateContentControl } from './template-content-control.tsx'

const USE_STATUS = { 1: '应用中', 0: '未应用' } as const

/** 消息模板: texts with placeholders. Those in use neither change nor go. */
export const template = R.defineResource({
  title: '模板管理',
  noun: '消息模板',
  counter: '个',
  endpoints: templateEndpoints,
  imports: templateImportEndpoints,
  form: templateForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    templateCode: {
      label: '模板编码',
      search: 'like',
      query: true,
      width: 180,
      isSortable: true,
      help: '保存后不能修改',
      refusals: ['template.code_in_use'],
    },
    templateName: { label: '模板标题', search: 'like', query: true, width: 200, isSortable: true },
    templateType: {
      label: '模板类型',
      search: 'eq',
      query: true,
      width: 100,
      widget: R.dictWidget('msgType', TEMPLATE_TYPE),
    },
    useStatus: {
      label: '应用状态',
      search: 'eq',
      query: true,
      width: 100,
      widget: R.choiceWidget(USE_STATUS),
      render: (row) => (
        <Tag tone={row.useStatus === '1' ? 'success' : 'neutral'}>{row.useStatus === '1' ? '应用中' : '未应用'}</Tag>
      ),
    },
    templateContent: {
      label: '模板内容',
      query: true,
      isWide: true,
      width: 360,
      help: '用 ${名称} 表示发送时填入的内容',
      widget: { kind: 'text', Control: TemplateContentControl },
      render: (row) => <R.TextCell>{plainText(row.templateContent)}</R.TextCell>,
    },
    templateTestJson: {
      label: '测试数据',
      isWide: true,
      shown: 'chosen',
      width: 240,
      help: 'JSON 对象，如 {"name":"值"}',
      widget: R.textAreaWidget(3),
    },
    updateTime: { label: '更新时间', width: 160, shown: 'chosen' },
    createTime: { label: '创建时间', width: 160, isSortable: true, shown: 'wide' },
  },
})
