import type { Endpoint } from '@natim/contract/endpoint'
import { MESSAGES } from '@natim/contract/messages'
import type { RowUse } from '@natim/contract/resource/crud-endpoints'
import { App } from 'antd'
import type { z } from 'zod'
import { ApiError } from '../lib/api/api-error.ts'
import { call, callWithMessage } from '../lib/api/http.ts'
import { useNotify } from '../lib/notify.ts'
import { FINAL } from './removal-question.ts'

interface TreeEndpoints {
  readonly removeMany: Endpoint
  readonly uses: Endpoint & { readonly result: z.ZodType<readonly RowUse[]> }
}

/**
 * Deleting rows of a tree: asks first, naming what is deleted as well or blocks it.
 *
 * @param onRemoved gets the deleted ids, without their descendants, which are gone too
 */
export function useTreeRemoval(endpoints: TreeEndpoints, onRemoved: (ids: readonly string[]) => void) {
  const { modal } = App.useApp()
  const notify = useNotify()
  return async (ids: readonly string[], name: string): Promise<void> => {
    const query = { ids: `${ids.join(',')},` }
    try {
      const uses = await call(endpoints.uses, { query })
      const textOf = (some: readonly RowUse[]) => some.map(({ noun, count }) => `${noun} ${count} 个`).join('、')
      const blocking = uses.filter(({ isBlocking }) => isBlocking)
      if (blocking.length > 0) {
        modal.warning({ title: '不能删除', content: `${name}及其下级仍有${textOf(blocking)}，请先移走。` })
        return
      }
      const found = textOf(uses)
      modal.confirm({
        title: MESSAGES['delete.title'],
        content: `将删除${name}${found === '' ? '' : `，涉及${found}；下级将一并删除`}。${FINAL}`,
        okButtonProps: { danger: true },
        onOk: async () => {
          const { message } = await callWithMessage(endpoints.removeMany, { query })
          notify.line(message, 'success')
          onRemoved(ids)
        },
      })
    } catch (error) {
      // Already reported by the client.
      if (!(error instanceof ApiError)) throw error
    }
  }
}
