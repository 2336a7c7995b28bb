import { deviceEndpoints } from '@natim/contract/mon/device'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'

const SHOWN = 50

interface Choice<T> {
  readonly options: T[]
  readonly isLoading: boolean
  /** Why there are no options, as text. */
  readonly problem: string | undefined
}

const problemOf = (error: Error | null | undefined) => (error ? `加载失败：${error.message}` : undefined)

/** Devices whose name contains the words; at most one page of them. */
export function useDrillDevices(words: string): Choice<{ readonly value: string; readonly label: string }> {
  const { data, isFetching, error } = useEndpoint(deviceEndpoints.list, {
    query: { pageNo: 1, pageSize: SHOWN, ...(words !== '' && { name: `*${words}*` }) },
  })
  const options = (data?.records ?? []).map(({ id, name, clientId }) => ({
    value: id,
    label: `${name}（${clientId}）`,
  }))
  return { options, isLoading: isFetching, problem: problemOf(error) }
}

/** Channels of a device. */
export function useDrillChannels(
  deviceId: string | undefined,
): Choice<{ readonly value: number; readonly label: string; readonly unit: string }> {
  const { data, isFetching, error } = useEndpoint(
    deviceEndpoints.overview,
    { params: { id: deviceId ?? '' } },
    { enabled: deviceId !== undefined },
  )
  const channels = deviceId === undefined ? [] : (data?.channels ?? [])
  const options = channels
    .filter(({ enabled }) => enabled)
    .map(({ channelNo, name, unit }) => ({ value: channelNo, label: `${name}（${channelNo}）`, unit }))
  return { options, isLoading: isFetching, problem: problemOf(error) }
}
