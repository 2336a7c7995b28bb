import { ERRORS } from '@natim/contract/errors'
import { type TemplateForm, type TemplateRow, templateForm } from '@natim/contract/system/message'
import type { Db } from '../../platform/db/db.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import type { ImportEntity, Verdict } from '../import/index.ts'
import { createRecordImport, createRecords, type RecordSpec } from '../record/index.ts'
import { TEMPLATE_FIELDS } from './message.repository.ts'

export const IN_USE = '1'

/** 消息模板 */
export const TEMPLATE: RecordSpec<'sysSmsTemplate', TemplateRow, TemplateForm> = {
  table: 'sysSmsTemplate',
  noun: '消息模板',
  nameOf: ({ templateName, templateCode }) => `${templateName}（${templateCode}）`,
  component: 'modules/message/SysMessageTemplateList',
  fields: TEMPLATE_FIELDS,
  dictionaries: ['msgType'],
  immutable: ['templateCode'],
  conflicts: { sys_sms_template_template_code_key: 'template.code_in_use' },
  toRow: (record, captions) => ({
    ...record,
    templateType_dictText: captions('msgType', record.templateType),
    createTime: toDateTimeText(record.createTime),
    updateTime: toDateTimeText(record.updateTime),
  }),
  uses: async (_db, templates) => [
    { noun: '应用中的模板', count: templates.filter(({ useStatus }) => useStatus === IN_USE).length },
  ],
}

/** A sheet neither puts templates to use nor changes those in use. */
export function createTemplateImport(db: Db): ImportEntity<TemplateForm> {
  const entity = createRecordImport({
    db,
    records: createRecords(db, TEMPLATE),
    name: 'message-template',
    form: templateForm,
    keyColumn: 'templateCode',
    columns: [
      { key: 'templateCode', title: '模板CODE', required: true, hint: '字母、数字、下划线和短横线，最多 64 位' },
      { key: 'templateName', title: '模板标题', required: true },
      { key: 'templateContent', title: '模板内容', required: true, hint: '用 ${名称} 表示要填的内容' },
      { key: 'templateTestJson', title: '模板测试json' },
      { key: 'templateType', title: '模板类型', required: true },
    ],
    dictionaries: { templateType: 'msgType' },
    example: {
      templateCode: 'calibration_due',
      templateName: '标定到期提醒',
      templateContent: '设备 ${device} 将于 ${date} 标定到期',
      templateTestJson: '{"device":"江北 2#","date":"2027-01-01"}',
      templateType: '文本',
    },
  })
  return {
    ...entity,
    async open(user) {
      const session = await entity.open(user)
      return {
        ...session,
        judge: async (...rows) => (await session.judge(...rows)).map(refuseUsed),
      }
    },
  }
}

const refuseUsed = (verdict: Verdict): Verdict =>
  verdict.kind === 'known' && verdict.now['useStatus'] === IN_USE
    ? { kind: 'refused', errors: { templateCode: ERRORS['template.in_use'].text } }
    : verdict
