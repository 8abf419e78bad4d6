-- Checks HCL and HCL-JSON with hcljson when it is saved. With vim.g.hcljson_format, formats HCL.
local namespace = vim.api.nvim_create_namespace('hcljson')
local job, id, answers, rest = nil, 0, {}, ''

local function receive(_, lines)
  lines[1] = rest .. lines[1]
  rest = table.remove(lines)
  for _, line in ipairs(lines) do
    local answer = vim.json.decode(line)
    answers[answer.id] = answer
  end
end

local function ask(operation, name, text)
  job = job or vim.fn.jobstart({ 'hcljson', 'serve' }, { on_stdout = receive, on_exit = function() job = nil end })
  id, answers = id + 1, {}
  vim.fn.chansend(job, vim.json.encode({ id = id, operation = operation, name = name, text = text }) .. '\n')
  vim.wait(5000, function() return answers[id] end, 5)
  return answers[id] or { diagnostics = {} }
end

vim.api.nvim_create_autocmd('BufWritePre', { pattern = { '*.tf', '*.tofu', '*.hcl', '*.tf.json', '*.pkr.json' }, callback = function(event)
  local buffer, native = event.buf, not event.match:match('%.json$')
  local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), '\n') .. '\n'
  local response, found = ask(native and 'toJSON' or 'toHCL', event.match, text), {}
  for i, diagnostic in ipairs(response.diagnostics) do
    local start = diagnostic.range and diagnostic.range.start or { line = 1, byte = 0 }
    found[i] = { lnum = start.line - 1, col = start.byte - vim.api.nvim_buf_get_offset(buffer, start.line - 1),
      message = diagnostic.detail, source = 'hcljson', severity = diagnostic.severity == 'error' and 1 or 2 }
  end
  vim.diagnostic.set(namespace, buffer, found)
  local formatted = native and vim.g.hcljson_format and response.text and ask('toHCL', response.name, response.text).text
  if formatted then vim.api.nvim_buf_set_lines(buffer, 0, -1, true, vim.split(formatted, '\n', { trimempty = true })) end
end })
