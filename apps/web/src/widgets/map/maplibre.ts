import 'maplibre-gl/dist/maplibre-gl.css'
import { MapLibreMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'

// The only module that imports the library, loaded with the first map. Nothing is drawn without a worker URL.
setWorkerUrl(workerUrl)

export { MapLibreMap }
