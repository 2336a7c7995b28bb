import { noticeEndpoints, type UnreadNotices } from '@natim/contract/system/notice'
import { useEndpoint } from '../../lib/query/use-endpoint.ts'

/** Rows in each tab of the bell. */
const SHOWN = 5

/** The latest unread announcements of both kinds, with their counts. */
export const useUnread = () => useEndpoint(noticeEndpoints.unread, { query: { pageSize: SHOWN } })

/** SH-44 */
export const unreadTotal = (unread: UnreadNotices | undefined): number =>
  (unread?.anntMsgTotal ?? 0) + (unread?.sysMsgTotal ?? 0)
