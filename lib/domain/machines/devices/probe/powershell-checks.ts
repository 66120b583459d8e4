/** A check for Windows PowerShell 5.1 and PowerShell 7, by the lines of its script. */
export interface PowershellCheck {
  id: 'sistema' | 'fontes';
  title: string;
  lines: readonly string[];
}

/** `& $say KEY VALUE` prints a fact of plain characters, 64 at most, and nothing for a value that is not there. */
const SAY = [
  "$ErrorActionPreference = 'SilentlyContinue'",
  "$say = { param($key, $value) $text = ([string]$value) -creplace '[^A-Za-z0-9._+:-]', ''; if ($text.Length -gt 64) { $text = $text.Substring(0, 64) }; if ($text -ne '') { $key + '=' + $text } }",
];

/** A host that runs Hyper-V says too that there is a hypervisor, so its model has to say so as well. */
const SYSTEM = [
  "$os = Get-CimInstance -ClassName Win32_OperatingSystem -Property @('Version', 'BuildNumber', 'ProductType')",
  "$pc = Get-CimInstance -ClassName Win32_ComputerSystem -Property @('HypervisorPresent', 'Manufacturer', 'Model')",
  '$cpu = Get-CimInstance -ClassName Win32_Processor -Property Architecture | Select-Object -First 1',
  "$architectures = @{ '0' = 'x86'; '5' = 'arm'; '9' = 'amd64'; '12' = 'arm64' }",
  "$edition = 'windows-server'; if ($os.ProductType -eq 1) { $edition = 'windows' }",
  "$context = 'bare'; if ($pc.HypervisorPresent -and ($pc.Manufacturer + ' ' + $pc.Model) -match 'virtual|vmware|kvm|qemu|xen|bochs|parallels|google compute|amazon ec2') { $context = 'vm' }",
  "$shell = 'powershell'; if ($PSVersionTable.PSEdition -eq 'Core') { $shell = 'pwsh' }",
  "if ($null -ne $os) { 'os=windows' }",
  "& $say 'versao' $os.Version",
  "& $say 'arquitetura' ($architectures[[string]$cpu.Architecture])",
  "& $say 'distribuicao' $edition",
  "& $say 'distribuicao_versao' $os.BuildNumber",
  "& $say 'contexto' $context",
  "& $say 'shell' $shell",
  "& $say 'versao_powershell' $PSVersionTable.PSVersion",
];

/** Temperatures are told to administrators only. */
const SOURCES = [
  "if ($null -ne (Get-Command -Name Invoke-RestMethod)) { 'transporte=invoke-restmethod' }",
  "if ($null -ne (Get-CimInstance -ClassName Win32_OperatingSystem -Property Version)) { 'tem=cim' }",
  "if ($null -ne (Get-CimInstance -ClassName Win32_Battery -Property BatteryStatus)) { 'tem=cim_bateria' }",
  "if ($null -ne (Get-CimInstance -Namespace root/wmi -ClassName MSAcpi_ThermalZoneTemperature -Property CurrentTemperature)) { 'tem=cim_temp' }",
  "if ($null -ne (Get-Command -Name schtasks.exe)) { 'tem=schtasks' }",
  "if ($null -ne (Get-Command -Name nvidia-smi.exe)) { 'tem=nvidia_smi' }",
];

const CHECKS: readonly PowershellCheck[] = [
  { id: 'sistema', title: 'System and version', lines: SYSTEM },
  { id: 'fontes', title: 'Sources of measures', lines: SOURCES },
];

/**
 * The checks, each as one line in a scope of its own. CIM classes only, since the names of counters are translated; a subset
 * of the language that a grammar reads. Not run on Windows.
 */
export const POWERSHELL_CHECKS = CHECKS.map(({ id, title, lines }) => ({
  id,
  title,
  command: `& { ${[...SAY, `'passo=${id}'`, ...lines, "'fim=1'"].join('; ')} }`,
}));
