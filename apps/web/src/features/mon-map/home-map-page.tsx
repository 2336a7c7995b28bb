import { MapPage } from './map-page.tsx'

/** /mon/homemap 监测一张图: the network on a map, its state, and the station behind each point (domain §10.2). */
export default function HomeMapPage() {
  return <MapPage title="监测一张图" />
}
