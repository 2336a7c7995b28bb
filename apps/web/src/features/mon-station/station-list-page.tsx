import { placeEndpoints } from '@natim/contract/mon/place'
import { keysOf } from '@natim/domain/record'
import { useLocation } from 'react-router'
import { useAlarmRefresh } from '@/lib/alarm/use-alarm-refresh.ts'
import { useHasPage } from '@/lib/permissions/use-has-page.ts'
import * as R from '@/resource/index.ts'
import { LinkButton } from '@/widgets/link-button/link-button.tsx'
import { StationLevel } from '@/widgets/station-level/station-level.tsx'
import { station } from './station-resource.tsx'

const level = ({ id }: { readonly id: string }) => <StationLevel id={id} />
const [NAME, ...REST] = keysOf(station.fields)
const LEVEL = { key: 'level', title: '最高报警', width: 112, render: level }
const COLUMNS = [NAME, LEVEL, ...REST]

/** /mon/station/list 站点管理. */
export default function StationListPage() {
  useAlarmRefresh(placeEndpoints.levels)
  const map = `/mon/station/map${useLocation().search}`
  const mayMap = useHasPage()('/mon/station/map')
  return (
    <R.ListPage resource={station} columns={COLUMNS} tools={mayMap && <LinkButton to={map}>站点地图</LinkButton>} />
  )
}
