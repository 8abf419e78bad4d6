values {
  also {}

  # any      = null
  # template = null
  # literal  = null
  # type     = string
  # list     = []
  # map      = {}
}

recursive "one" "two" {
  # a = null
  #
  # other {
  #   b {}
  #
  #   b {}
  # }
}

plugin {
  # What the plugin defines stands here.
}

open {
  # Arguments of any name stand here.

  in {}
}

static {
  # dynamic {}
}

twice {
  # # at most 3
  # x {}
}
