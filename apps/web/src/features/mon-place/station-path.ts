/** Page with all channels of a station. */
export const stationPath = (id: string): string => `/mon/station/detail/${id}`
