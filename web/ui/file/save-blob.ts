export function saveBlob(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has read the bytes after a minute at most.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
