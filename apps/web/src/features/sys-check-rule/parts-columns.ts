import type { EditableColumn } from '@/widgets/editable-grid/core/column.ts'

const isDigits = (value: unknown) => /^(?:\*|[1-9]\d{0,3})$/.test(String(value ?? '').trim())

/** Steps of a rule in execution order. Patterns are run by the server, whose engine has no look-arounds. */
export const PART_COLUMNS: readonly EditableColumn[] = [
  {
    key: 'digits',
    title: '位数',
    type: 'input',
    width: 90,
    defaultValue: '*',
    placeholder: '* 或数字',
    validateRules: [{ required: true }, { handler: isDigits, message: '应为 * 或正整数' }],
  },
  {
    key: 'pattern',
    title: '正则表达式',
    type: 'input',
    width: 260,
    placeholder: '须与所取的字符全部匹配',
    validateRules: [{ required: true }],
  },
  {
    key: 'message',
    title: '提示文字',
    type: 'input',
    width: 290,
    placeholder: '不通过时显示',
    validateRules: [{ required: true }],
  },
  {
    key: 'priority',
    title: '优先级',
    type: 'select',
    width: 130,
    placeholder: '按次序',
    options: [
      { value: '1', text: '优先运行' },
      { value: '0', text: '最后运行' },
    ],
  },
]
