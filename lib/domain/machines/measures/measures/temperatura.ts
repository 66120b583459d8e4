import { present, signedNumberOf, taggedNumber, taggedWords, rounded, safeWord } from '../lines.ts';
import type { Measure, RawReading, Values } from '../measure.ts';
import { line } from '../powershell.ts';

/** `/sys/class/hwmon/hwmon0/temp1_input:45000` and `/sys/class/thermal/thermal_zone0/temp:45000`, in millidegrees. */
const LINUX = /^(\/sys\/class\/(?:hwmon|thermal)\/\w+)\/(?:temp\d+_input|temp):(-?\d+)$/;
const LINUX_NAME = /^(\/sys\/class\/(?:hwmon|thermal)\/\w+)\/(?:name|type):(.+)$/;
/** `dev.cpu.0.temperature: 45.1C` */
const FREEBSD = /^((?:hw\.acpi\.thermal|dev\.cpu)\.\w+)\.temperature: (-?[\d.]+)C$/;
const ZERO_CELSIUS_DECIKELVIN = 2731.5;

interface Sensor {
  name: string | undefined;
  celsius: number | undefined;
}

/** The hottest sensor. One that says 0 or less, or 150 and more, is not connected. */
export const temperatura = {
  id: 'temperatura',
  code: 'te',
  label: 'Temperature (°C)',
  description: 'Temperature of the hottest sensor, in degrees Celsius',
  fields: [
    { id: 'max', label: 'Hottest', format: 'num' },
    { id: 'sensor', label: 'Sensor' },
  ],
  charted: ['max'],
  profile: null,
  sources: [
    {
      system: 'linux',
      needs: ['sys_temp'],
      label: '/sys/class/hwmon',
      // `name`, `temp*_input` and `temp*_type` of chips, `type` and `temp` of zones, each with its path.
      reads: [{ run: 'grep "" /sys/class/hwmon/*/[nt]*[mp][eu]* /sys/class/thermal/*/t??[ep]' }],
      parse: onLinux,
    },
    {
      system: 'freebsd',
      needs: ['sysctl_temp'],
      label: 'dev.cpu.0.temperature',
      reads: [{ run: 'sysctl hw.acpi.thermal.tz0.temperature dev.cpu.0.temperature' }],
      parse: ({ first }) =>
        hottest(
          first.map((text) => {
            const [, name, degrees] = FREEBSD.exec(text) ?? [];
            return { name, celsius: signedNumberOf(degrees) };
          }),
        ),
    },
    {
      system: 'windows',
      needs: ['cim_temp'],
      label: 'MSAcpi_ThermalZoneTemperature',
      reads: [
        {
          run: [
            '$zone = Get-CimInstance -Namespace root/wmi MSAcpi_ThermalZoneTemperature | Sort-Object CurrentTemperature -Descending | Select-Object -First 1',
            line('temperatura_dk', '$zone.CurrentTemperature'),
            line('temperatura_sensor', '$zone.InstanceName'),
          ].join('; '),
        },
      ],
      parse: onWindows,
    },
  ],
} satisfies Measure;

function hottest(sensors: readonly Sensor[]): Values | null {
  let max: Sensor | undefined;
  for (const each of sensors) {
    const { celsius = 0 } = each;
    if (celsius > 0 && celsius < 150 && celsius > (max?.celsius ?? 0)) max = each;
  }
  if (max?.celsius === undefined) return null;
  return present({ max: rounded(max.celsius, 1), sensor: safeWord(max.name) });
}

function onLinux({ first }: RawReading): Values | null {
  const names = new Map<string, string>();
  for (const text of first) {
    const [, folder, name] = LINUX_NAME.exec(text) ?? [];
    if (folder !== undefined && name !== undefined) names.set(folder, name);
  }
  return hottest(
    first.map((text) => {
      const [, folder = '', millidegrees] = LINUX.exec(text) ?? [];
      const value = signedNumberOf(millidegrees);
      return { name: names.get(folder), celsius: value === undefined ? undefined : value / 1000 };
    }),
  );
}

/** In tenths of a kelvin, of an instance such as `ACPI\ThermalZone\TZ00_0`. */
function onWindows({ first }: RawReading): Values | null {
  const decikelvin = taggedNumber(first, 'temperatura_dk=');
  const name = taggedWords(first, 'temperatura_sensor=')?.[0]?.split('\\').at(-1);
  if (decikelvin === undefined) return null;
  return hottest([{ name, celsius: (decikelvin - ZERO_CELSIUS_DECIKELVIN) / 10 }]);
}
