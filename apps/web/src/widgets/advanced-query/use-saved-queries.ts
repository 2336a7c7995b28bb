import { MESSAGES } from '@natim/contract/messages'
import { filledLines, type QueryLine, type QueryMatch, type SavedQuery } from '@natim/contract/super-query'
import { App } from 'antd'
import { useState } from 'react'
import { useNotify } from '../../lib/notify.ts'
import { usePrompt } from '../../ui/dialog/prompt.tsx'
import { dropQuery, keepQuery, savedQueries } from './saved-queries.ts'

const MAX_NAME_CHARS = 30

/** Saving, replacing and deleting of saved queries, with confirmations (WG-157, WG-158). */
export function useSavedQueries(saveCode: string) {
  const [queries, setQueries] = useState(() => savedQueries(saveCode))
  const notify = useNotify()
  const { modal } = App.useApp()
  const { prompt, holder } = usePrompt()

  const keep = (query: SavedQuery) => {
    setQueries(keepQuery(saveCode, query))
    notify.line(MESSAGES['query.saved'], 'success')
  }

  function save(lines: readonly QueryLine[], matchType: QueryMatch): void {
    const records = filledLines(lines)
    if (records.length === 0) {
      notify.line(MESSAGES['query.saveEmpty'])
      return
    }
    prompt({
      title: '保存查询',
      label: '保存名称',
      placeholder: '请输入保存的名称',
      rules: [
        { required: true, whitespace: true, message: MESSAGES['query.noName'] },
        { max: MAX_NAME_CHARS, message: `最多 ${MAX_NAME_CHARS} 个字符` },
      ],
      onOk: (typed) => {
        const query = { title: typed.trim(), matchType, records }
        // Another tab may have saved that name since the dialog opened.
        if (!savedQueries(saveCode).some(({ title }) => title === query.title)) keep(query)
        else {
          modal.confirm({
            title: '提示',
            content: `${query.title} ${MESSAGES['query.overwriteAsk']}`,
            onOk: () => keep(query),
          })
        }
      },
    })
  }

  function remove({ title }: SavedQuery): void {
    modal.confirm({
      title: '提示',
      content: MESSAGES['query.deleteAsk'],
      okButtonProps: { danger: true },
      onOk: () => setQueries(dropQuery(saveCode, title)),
    })
  }

  return { queries, save, remove, holder }
}
